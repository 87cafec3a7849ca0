/** What the form says, and the same in the address: a page of this kind can be shared or kept as a bookmark. */

const PLATFORMS = ['script-tag', 'tag-manager', 'shopify'] as const
export const SOURCES = ['ga4', 'universal-analytics', 'json-ld', 'attributes', 'selectors', 'call'] as const

export type Platform = (typeof PLATFORMS)[number]
export type Source = (typeof SOURCES)[number]

/** Fields of the setting `selectors`: of the cart, and of each item. */
export const CART_SELECTORS = ['order_number', 'cart_value', 'promo'] as const
export const ITEM_SELECTORS = ['product_id', 'name', 'price', 'item_qty', 'qty_price', 'category'] as const

/** As the form has them: every value is text, and `''` is none. */
export interface Choices {
  platform: Platform
  /** Of the shop's pages. */
  origin: string
  /** Where the proxy listens, without a slash at the end. */
  endpoint: string
  apiUrl: string
  /** Public name; none: no sign-ups. */
  list: string
  /** The API's own. */
  listId: string
  consent: '' | 'required'
  /** The tag manager finds the script on the page, where its hash is checked. */
  onPage: '' | 'yes'
  source: Source
  dataLayer: string
  event: string
  email: string
  value: string
  decimal: string
  selectors: Selectors
}

export interface Selectors {
  /** By field of the cart. */
  cart: Record<string, string>
  /** Round each item. */
  each: string
  /** By field of an item, within it. */
  item: Record<string, string>
}

/** In the form the names of selectors are `cart.order_number`, `each` and `item.price`. */
export function readChoices(form: HTMLFormElement): Choices {
  const fields = new FormData(form)
  const read = (name: string) => String(fields.get(name) ?? '').trim()
  const readAll = (group: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, read(`${group}.${name}`)]).filter(([, selector]) => selector))
  return {
    platform: PLATFORMS.find((platform) => platform === read('platform')) ?? 'script-tag',
    origin: read('origin').replace(/\/+$/, ''),
    endpoint: read('endpoint').replace(/\/+$/, ''),
    apiUrl: read('apiUrl'),
    list: read('list'),
    listId: read('listId'),
    consent: read('consent') ? 'required' : '',
    onPage: read('onPage') ? 'yes' : '',
    source: SOURCES.find((source) => source === read('source')) ?? 'ga4',
    dataLayer: read('dataLayer') || 'dataLayer',
    event: read('event') || 'purchase',
    email: read('email'),
    value: read('value'),
    decimal: read('decimal'),
    selectors: { cart: readAll('cart', CART_SELECTORS), each: read('each'), item: readAll('item', ITEM_SELECTORS) },
  }
}

/** What is not as the form is without it. Samples have no name and stay out: they may hold customers' data. */
export function toHash(form: HTMLFormElement): string {
  const changed = [...form.elements].filter(isControl).filter((control) => control.name && isChanged(control))
  return new URLSearchParams(changed.map((control) => [control.name, toValue(control)])).toString()
}

/** Fills the form in; names and values that it does not know are passed over. */
export function fillForm(form: HTMLFormElement, hash: string): void {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  for (const control of [...form.elements].filter(isControl)) {
    const value = control.name ? given.get(control.name) : null
    if (value === null) continue
    if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === value
    else if (control.type === 'checkbox') (control as HTMLInputElement).checked = value !== ''
    else control.value = value
  }
}

type Control = HTMLInputElement | HTMLSelectElement

const isControl = (element: Element): element is Control => element.matches('input, select')

const isBox = ({ type }: Control) => type === 'checkbox' || type === 'radio'

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex !== 0
  const { type, checked, defaultChecked, value, defaultValue } = control
  // Of radio buttons the chosen one says it all.
  return isBox(control) ? checked !== defaultChecked && (checked || type !== 'radio') : value !== defaultValue
}

const toValue = (control: Control): string =>
  control.type === 'checkbox' && !(control as HTMLInputElement).checked ? '' : control.value // a select has another type
