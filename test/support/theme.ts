/** Renders the theme snippet as Shopify does, with objects as Shopify documents them (shopify.dev, "Liquid objects"). */
import { readFileSync } from 'node:fs'
import { Liquid, type TagToken, type Template, type TopLevelToken } from 'liquidjs'

export const SNIPPET_FILE = 'src/shopify/ringup.liquid'

/** A line of the cart. Its amounts are in hundredths, as everywhere in Liquid. */
interface CartItem {
  sku: string | null
  variant_id: number
  variant: { title: string }
  product: { title: string; type: string; has_only_default_variant: boolean }
  vendor: string
  original_price: number
  quantity: number
  url: string
  image: string | null
}

export interface ThemeObjects {
  customer?: { email: string } | null
  cart?: {
    total_price: number
    item_count: number
    currency: { iso_code: string }
    discount_applications: { type: string; title: string }[]
    items: CartItem[]
  }
  request?: { origin: string; design_mode: boolean }
}

export const EMPTY_CART: NonNullable<ThemeObjects['cart']> = {
  total_price: 0,
  item_count: 0,
  currency: { iso_code: 'EUR' },
  discount_applications: [],
  items: [],
}

const REQUEST = { origin: 'https://shop.example', design_mode: false }

/** Renders with a `json` filter like Shopify's, which escapes the end of a script, and with one that does not escape. */
export type Json = 'escaping' | 'plain'

export function renderSnippet(
  parameters: Record<string, string>,
  objects: ThemeObjects = {},
  json: Json = 'escaping',
): string {
  const template = readFileSync(SNIPPET_FILE, 'utf8')
  const engine = new Liquid()
  // "json outputs a JavaScript value and encodes <, >, and &" (shopify.dev, "Escape every value for its context").
  const escaped = (text: string) =>
    text.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
  engine.registerFilter('json', (value: unknown) => {
    const text = JSON.stringify(value ?? null)
    return json === 'plain' ? text : escaped(text)
  })
  engine.registerFilter(
    'image_url',
    (image: string, [, width]: [string, number]) => `//cdn.shopify.com${image}?width=${width}`,
  )
  // A comment for editors. It renders nothing.
  engine.registerTag('doc', {
    parse(_tag: TagToken, rest: TopLevelToken[]) {
      while (rest.length > 0) if ((rest.shift() as TagToken).name === 'enddoc') return
    },
    render: (): Template[] => [],
  })
  const globals = { customer: null, cart: EMPTY_CART, request: REQUEST, ...objects }
  return engine.parseAndRenderSync(template, parameters, { globals }) // a rendered snippet sees global variables only
}
