/** The questions: platform, address, lists and banner. */
import type { ComponentChildren } from 'preact'
import { BANNERS, toBannerHint } from '../choices/banners.js'
import { type CheckedField, checkChoices } from '../choices/check-choices.js'
import { findRecipe, toSystems } from '../choices/systems.js'
import { hasTag } from '../texts/script.js'
import { type Option, SelectField, type SelectProps, TextField } from './fields.js'
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
  const { system, lists } = choices
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
  const toSelect = (name: 'system' | 'consent' | 'payment', label: string, groups: Groups, hint: ComponentChildren) => (
    <SelectField
      {...{ name, label, groups, hint }}
      value={choices[name]}
      onChange={(value) => dispatch({ do: 'choose', changes: { [name]: value } })}
    />
  )
  const isOther = system === 'other' || system === 'tag-manager'
  return (
    <div class="card">
      <div class="grid fields">
        {toSelect('system', 'Platform', SYSTEMS, findRecipe({ system }) && 'Ringup knows where its order is')}
        {toField('origin')}
        {system === 'shopify' && toField('myshopify')}
        {isOther && <ReportedWhen {...props} />}
        {toSelect('consent', 'Consent banner', toGroups(BANNERS), <Rich text={toBannerHint(choices)} />)}
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
          {hasTag(choices) &&
            toSelect('payment', 'Are payments taken on these pages?', toGroups(PAYMENT), 'PCI DSS wants the hash')}
        </div>
      </details>
    </div>
  )
}

type Groups = SelectProps['groups']

const toGroups = (options: readonly Option[]): Groups => [{ title: '', options }]

const PAYMENT: Option[] = [
  ['', 'No'],
  ['yes', 'Yes: the tag names one version and its hash'],
]

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
      groups={toGroups([...OCCASIONS, ...(isOwn ? [[value, `The event ${value}`] as const] : [])])}
      hint="Not sure? Leave it. Your page shows it in the last step"
      onChange={(text) => dispatch({ do: 'choose', changes: { settings: { ...others, convertOn: text } } })}
    />
  )
}
