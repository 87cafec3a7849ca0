/** Step 2: addresses and public names. */
import { type CheckedField, checkChoices } from '../choices/check-choices.js'
import { type Choices, toPlatform, toSettled } from '../choices/choices.js'
import type { StepProps } from '../state.js'
import { isChecked } from '../texts/script.js'
import { BannerField } from './banner-field.js'
import { CheckField, TextField } from './fields.js'
import { Step } from './parts.js'

type Row = [name: CheckedField, label: string, hint: string, type?: 'url']

const ADDRESSES: Row[] = [
  ['origin', 'The shop’s address', 'Scheme and host only: browsers send it with every event', 'url'],
  ['endpoint', 'Endpoint', 'Where the proxy is reached. A neutral path on the shop’s own address works best', 'url'],
]
const MYSHOPIFY: Row = ['myshopify', 'Address at Shopify', 'Every shop has one besides its own: it may send events too']
const PROXY: Row[] = [
  ['apiUrl', 'The API’s address', 'For the proxy only; pages never learn it', 'url'],
  ['list', 'List', 'Its public name: a–z, 0–9 and dashes. Empty: no sign-ups'],
  ['listId', 'The list’s ID', 'What the API calls it; for the proxy only'],
]

export function ShopStep({ state: { choices }, dispatch }: StepProps) {
  const errors = checkChoices(toSettled(choices))
  const platform = toPlatform(choices)
  const toField = ([name, label, hint, type = undefined]: Row) => (
    <TextField
      key={name}
      name={name}
      label={label}
      hint={hint}
      value={choices[name]}
      error={errors[name]}
      {...(type && { type })}
      onChange={(value) => dispatch({ do: 'choose', changes: { [name]: value } })}
    />
  )
  return (
    <Step
      id="shop"
      title="Shop and proxy"
      text="Addresses and public names. Keys and tokens belong into the proxy’s settings alone: this page has no field for them."
    >
      <div class="grid fields">{[...ADDRESSES, ...(platform === 'shopify' ? [MYSHOPIFY] : [])].map(toField)}</div>
      <h3 class="group">For the proxy’s settings, and for sign-ups</h3>
      <div class="grid fields">{PROXY.map(toField)}</div>
      <h3 class="group">What shoppers are asked</h3>
      <BannerField choices={choices} dispatch={dispatch} />
      {platform !== 'shopify' && <Checks choices={choices} dispatch={dispatch} />}
    </Step>
  )
}

const Checks = ({ choices, dispatch }: Pick<StepProps, 'dispatch'> & { choices: Choices }) => (
  <div class="grid fields">
    {toPlatform(choices) === 'tag-manager' && (
      <CheckField
        label="The script tag is on the page already"
        hint="A tag manager cannot give a hash when it loads a script. A tag in the page can, and the browser checks it."
        isChecked={choices.onPage !== ''}
        onChange={(isOn) => dispatch({ do: 'choose', changes: { onPage: isOn ? 'yes' : '' } })}
      />
    )}
    {isChecked(choices) && (
      <CheckField
        label="The tag is on a page that takes payments"
        hint="Then it names one version and its hash, as PCI DSS wants, and is changed with each new version. Else it stays for good."
        isChecked={choices.payment !== ''}
        onChange={(isOn) => dispatch({ do: 'choose', changes: { payment: isOn ? 'yes' : '' } })}
      />
    )}
    {isChecked(choices) && (
      <CheckField
        label="A panel for whoever asks"
        hint={
          <>
            Where a page’s address has <code>?ringup-debug</code>, a panel says what is found and why something was not
            sent. Nowhere else is it loaded.
          </>
        }
        isChecked={choices.debug !== ''}
        onChange={(isOn) => dispatch({ do: 'choose', changes: { debug: isOn ? 'ask' : '' } })}
      />
    )}
  </div>
)
