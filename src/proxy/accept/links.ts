/**
 * Removes links to other sites from an unsigned order. The API puts an order's links into the shop's mails, and any
 * program can send an order. A stranger's link would reach the shop's customers under the shop's name.
 */
import { getDomain } from 'tldts'
import type { Conversion } from '../../contract/conversion.js'
import type { Settings } from '../settings.js'

/** Checks whether a link may stay. */
type LinkCheck = (link: string) => boolean

export interface Links {
  /**
   * Checks `return_url` and `product_url`: a host of RINGUP_ORIGINS, or its registrable domain.
   */
  isOwn: LinkCheck
  /** Checks `image_url`: any host, with https. */
  isSafeImage: LinkCheck
}

export function createLinks({ origins }: Pick<Settings, 'origins'>): Links {
  const [shop] = origins
  const ownHosts = origins.map((origin) => new URL(origin).hostname)
  const hosts = new Set(ownHosts)
  const domains = new Set(ownHosts.map(toDomain))
  return {
    isOwn(link) {
      const { protocol, hostname = '' } = toAddress(link, shop) ?? {}
      const isWeb = protocol === 'https:' || protocol === 'http:'
      return isWeb && (hosts.has(hostname) || domains.has(toDomain(hostname) ?? NONE))
    },
    isSafeImage: (link) => toAddress(link, shop)?.protocol === 'https:',
  }
}

/** Replaces the domain of a host that has none. No set of domains contains it. */
const NONE = ''

/**
 * Finds the registrable domain: `a.b.shop.co.uk` becomes `shop.co.uk`. A shop on a platform, such as
 * `ada.myshopify.com`, keeps its own name.
 */
const toDomain = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true }) ?? undefined

/**
 * Signs that programs read differently. In `https://shop.example\@evil.example`, one program finds the host before the
 * @, another after it.
 */
const AMBIGUOUS = /[\\\s\p{C}]/u

/**
 * Reads a whole address, or one within the shop. The whole address is tried first, because with the shop's page as base
 * `https:evil.example` would be a path of the shop.
 */
function toAddress(link: string, shop: string | undefined): URL | undefined {
  if (AMBIGUOUS.test(link)) return undefined
  const isWhole = URL.canParse(link)
  if (!isWhole && !URL.canParse(link, shop)) return undefined
  const address = isWhole ? new URL(link) : new URL(link, shop)
  return address.username === '' && address.password === '' ? address : undefined
}

/** Fields whose text is a link, also one within the shop. */
const LINK_FIELDS = ['return_url', 'product_url', 'image_url']
/** A whole link in any other field. */
const LINK = /^\s*([a-z]+:)?[\\/]{2}/i

/**
 * Removes links that lead to other sites from an order.
 *
 * @param itemPlaces the place of each item in the request
 * @returns the names of the removed fields
 */
export function removeForeignLinks(
  { cart_data = {}, cart_items = [] }: Omit<Conversion, 'email'>,
  links: Links,
  itemPlaces: number[] = [],
): string[] {
  const removeFrom = (holder: Record<string, unknown>, place: string) =>
    Object.entries(holder).flatMap(([name, text]) => {
      if (typeof text !== 'string' || !(LINK_FIELDS.includes(name) || LINK.test(text))) return []
      if (name === 'image_url' ? links.isSafeImage(text) : links.isOwn(text)) return []
      delete holder[name]
      return [`${place}.${name}`]
    })
  return [
    ...removeFrom(cart_data, 'cart_data'),
    ...cart_items.flatMap((item, index) => removeFrom(item, `cart_items.${itemPlaces[index] ?? index}`)),
  ]
}
