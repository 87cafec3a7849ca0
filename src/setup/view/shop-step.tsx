/** The questions: platform, address, lists and banner. */
import { BANNERS, toBannerHint } from '../choices/banners.js'
import { type CheckedField, checkChoices } from '../choices/check-choices.js'
import { findRecipe, toSystems } from '../choices/systems.js'
import { hasTag } from '../texts/script.js'
import { CheckField, type Option, SelectField, TextField } from './fields.js'
import { ListsField } from './lists-field.js'
import { Rich, type ViewProps } from './parts.js'

const SYSTEMS = [{ title: '', options: [['', 'Choose …'] as Option] }, ...toSystems()]

type Name = Exclude<CheckedField, 'lists'>

const FIELDS: Record<Name, [label: string, placeholder: string, hint: string]> = {
  origin: ['Shop’s address', 'https://shop.example', 'Scheme and host only'],
  myshopify: ['Address at Shopify', 'your-shop.myshopify.com', 'Every shop has one besides its own'],
  endpoint: ['Endpoint', 'https://shop.example/ringup', 'The proxy’s address. A neutral path of the shop works best'],
  apiUrl: ['API’s address', 'https://api.example.com/v1/shop', 'For the proxy only: pages never learn it'],
}

export function ShopStep(props: ViewProps) {
  const { state, settled, dispatch } = props
  const { choices, known } = state
  const errors = checkChoices(settled)
  const { system, lists, consent } = choices
  const toField = (name: Name) => {
    const [label, placeholder, hint] = FIELDS[name]
    return (
      <TextField
        key={name}
        {...{ name, label, placeholder, hint }}
        keys="url"
        value={choices[name]}
        error={errors[name]}
        onChange={(value) => dispatch({ do: 'choose', changes: { [name]: value } })}
      />
    )
  }
  const isOther = system === 'other' || system === 'tag-manager'
  return (
    <div class="card">
      <div class="grid fields">
        <SelectField
          name="system"
          label="Platform"
          value={system}
          groups={SYSTEMS}
          hint={findRecipe({ system }) && 'Ringup knows where its order is'}
          onChange={(value) => dispatch({ do: 'choose', changes: { system: value } })}
        />
        {toField('origin')}
        {system === 'shopify' && toField('myshopify')}
        {isOther && <ReportedWhen {...props} />}
        <SelectField
          name="consent"
          label="Consent banner"
          value={consent}
          groups={[{ title: '', options: BANNERS }]}
          hint={<Rich text={toBannerHint(choices)} />}
          onChange={(value) => dispatch({ do: 'choose', changes: { consent: value } })}
        />
        {!known && toField('apiUrl')}
      </div>
      <ListsField
        lists={lists}
        error={errors.lists}
        onChange={(changed) => dispatch({ do: 'choose', changes: { lists: changed } })}
      />
      <details open={errors.endpoint !== '' && choices.endpoint !== ''}>
        <summary>Proxy’s address, payment page</summary>
        <div class="grid fields">
          {toField('endpoint')}
          {known && toField('apiUrl')}
          {hasTag(choices) && (
            <CheckField
              label="The tag is on a page that takes payments"
              hint="Then it names one version and its hash, as PCI DSS wants. It changes with each new version."
              isChecked={choices.payment !== ''}
              onChange={(isOn) => dispatch({ do: 'choose', changes: { payment: isOn ? 'yes' : '' } })}
            />
          )}
        </div>
      </details>
    </div>
  )
}

const OCCASIONS: Option[] = [
  ['purchase', 'The data layer gets its purchase event'],
  ['load', 'The thank-you page has loaded'],
  ['', 'My own code calls convert()'],
]

/** The setting `convertOn`. */
function ReportedWhen({ state: { choices }, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const { convertOn = 'purchase', ...others } = choices.settings
  const value = String(convertOn)
  const isOwn = !OCCASIONS.some(([occasion]) => occasion === value)
  return (
    <SelectField
      name="convertOn"
      label="An order is reported when"
      value={value}
      groups={[{ title: '', options: [...OCCASIONS, ...(isOwn ? [[value, `The event ${value}`] as Option] : [])] }]}
      hint="Not sure? Leave it. Your page shows it in the last step"
      onChange={(text) => dispatch({ do: 'choose', changes: { settings: { ...others, convertOn: text } } })}
    />
  )
}
