/**
 * The part of Shopify's Web Pixels API that the pixel uses (shopify.dev, "Web Pixels API", November 2026). A field may
 * be missing if the documentation calls it nullable. In a shop that has not upgraded its checkout, any field may be
 * missing.
 */

/** Decimal, in major units of the currency. */
interface Money {
  amount?: number | null
}

interface Variant {
  id?: string | null
  sku?: string | null
  /** `Default Title` for a product without variants. */
  title?: string | null
  price?: Money | null
  image?: { src?: string | null } | null
  product?: {
    id?: string | null
    title?: string | null
    type?: string | null
    vendor?: string | null
    /** Relative to the shop's address. */
    url?: string | null
  } | null
}

interface Address {
  firstName?: string | null
  lastName?: string | null
}

export interface Checkout {
  email?: string | null
  buyerAcceptsEmailMarketing?: boolean | null | undefined
  currencyCode?: string | null
  /** The amount that the shopper pays: with duties, taxes and shipping, after discounts. */
  totalPrice?: Money | null
  totalTax?: Money | null
  shippingLine?: { price?: Money | null } | null
  /** The title of a `DISCOUNT_CODE` is the code. */
  discountApplications?: { type?: string; title?: string }[] | null
  lineItems?: { title?: string | null; quantity?: number; variant?: Variant | null | undefined }[] | null
  /** The id is digits, or ends in digits: `gid://shopify/OrderIdentity/5210499102`. It is not the order name. */
  order?: { id?: string | number | null | undefined } | null
  shippingAddress?: Address | null
  billingAddress?: Address | null
}

export type Permissions = Record<string, boolean | undefined>

/** Asynchronous, because the page outside of the sandbox answers. */
export interface BrowserStorage {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<unknown>
  key(index: number): Promise<string | null>
  length(): Promise<number>
}

export interface PixelApi {
  analytics: {
    subscribe(name: string, callback: (event: { data?: { checkout?: Checkout | null } | null }) => void): unknown
  }
  browser: { localStorage: BrowserStorage }
  /** The state at the time when the page was rendered. */
  init: {
    customerPrivacy?: Permissions | null
    context?: { document?: { location?: { origin?: string } } }
    data?: { customer?: { email?: string | null } | null; shop?: { storefrontUrl?: string | null } | null } | null
  }
  customerPrivacy?: {
    subscribe(name: 'visitorConsentCollected', callback: (event: { customerPrivacy?: Permissions }) => void): unknown
  }
}
