/**
 * Takes links to other sites out of an order that nobody has signed. The API puts an order's links into the shop's mails, and
 * anybody can send an order: a stranger's link would reach the shop's customers under the shop's name.
 */
import { getDomain } from 'tldts'
import type { Conversion } from '../../contract/conversion.js'
import type { Settings } from '../settings.js'

/** Whether a link may stay. */
type LinkCheck = (link: string) => boolean

export interface Links {
  /** Checks `return_url` and `product_url`: a host of RINGUP_ORIGINS, its registrable domain, or a host of RINGUP_LINK_HOSTS. */
  isOwn: LinkCheck
  /** Checks `image_url`: any host, by https. */
  isSafeImage: LinkCheck
}

export function createLinks({ origins, linkHosts }: Pick<Settings, 'origins' | 'linkHosts'>): Links {
  const [shop] = origins
  const ownHosts = origins.map((origin) => new URL(origin).hostname)
  const hosts = new Set([...ownHosts, ...linkHosts])
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

/** Stands for a host without a domain: no set of domains has it. */
const NONE = ''

/** `a.b.shop.co.uk` becomes `shop.co.uk`; a shop on a platform, such as `ada.myshopify.com`, keeps the name of that shop alone. */
const toDomain = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true }) ?? undefined

/** Signs that programs read differently: in `https://shop.example\@evil.example` one finds the host before the @, another behind it. */
const AMBIGUOUS = /[\\\s\p{C}]/u

/**
 * Reads a whole address, or one within the shop. Whole is tried first: with the shop's page as base, `https:evil.example` would be
 * a path of the shop.
 */
function toAddress(link: string, shop: string | undefined): URL | undefined {
  if (AMBIGUOUS.test(link)) return undefined
  const isWhole = URL.canParse(link)
  if (!isWhole && !URL.canParse(link, shop)) return undefined
  const address = isWhole ? new URL(link) : new URL(link, shop)
  return address.username === '' && address.password === '' ? address : undefined
}

type Field = [holder: Record<string, unknown>, name: string, place: string, check: LinkCheck]

/**
 * Takes links that lead elsewhere out of an order.
 *
 * @param itemPlaces where each item stood in what was sent
 * @returns the names of the fields that went
 */
export function removeForeignLinks(
  { cart_data = {}, cart_items = [] }: Omit<Conversion, 'email'>,
  links: Links,
  itemPlaces: number[] = [],
): string[] {
  const fields: Field[] = [
    [cart_data, 'return_url', 'cart_data', links.isOwn],
    ...cart_items.flatMap((item, index): Field[] => {
      const place = `cart_items.${itemPlaces[index] ?? index}`
      return [
        [item, 'product_url', place, links.isOwn],
        [item, 'image_url', place, links.isSafeImage],
      ]
    }),
  ]
  return fields.flatMap(([holder, name, place, check]) => {
    const link = holder[name]
    if (typeof link !== 'string' || check(link)) return []
    delete holder[name]
    return [`${place}.${name}`]
  })
}
