/**
 * Links of an event that nobody vouches for: they lead to the shop's own sites, or are left out; pictures may be
 * on any https host. The API puts them into the
 * shop's mails, and anybody can send an order: else a stranger's link would reach the shop's customers under the shop's name.
 */
import { getDomain } from 'tldts'
import type { Conversion } from '../../contract/conversion.js'
import type { Settings } from '../settings.js'

/** Says whether a link may stay. */
type LinkCheck = (link: string) => boolean

export interface Links {
  /** For `return_url` and `product_url`: a host of RINGUP_ORIGINS, its registrable domain, or a host of RINGUP_LINK_HOSTS. */
  isOwn: LinkCheck
  /** For `image_url`: any host, by https. */
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

/** What no set of domains has. */
const NONE = ''

/** `a.b.shop.co.uk` becomes `shop.co.uk`; a shop on a platform, such as `ada.myshopify.com`, keeps the name of that shop alone. */
const toDomain = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true }) ?? undefined

/**
 * Programs read these differently: one takes for a part of the path what is a host to the other.
 * `https://shop.example\@evil.example`, and all with a user in front of the host.
 */
const AMBIGUOUS = /[\\\s\p{C}]/u

/** A link of its own, or one within the shop. `https:evil.example` is only the latter when it is asked for so first. */
function toAddress(link: string, shop: string | undefined): URL | undefined {
  if (AMBIGUOUS.test(link)) return undefined
  const isWhole = URL.canParse(link)
  if (!isWhole && !URL.canParse(link, shop)) return undefined
  const address = isWhole ? new URL(link) : new URL(link, shop)
  return address.username === '' && address.password === '' ? address : undefined
}

type Field = [holder: Record<string, unknown>, name: string, place: string, check: LinkCheck]

/**
 * Takes what leads elsewhere out of an order.
 *
 * @returns the names of the fields that went; items are counted as they are kept
 */
export function removeForeignLinks({ cart_data = {}, cart_items = [] }: Conversion, links: Links): string[] {
  const fields: Field[] = [
    [cart_data, 'return_url', 'cart_data', links.isOwn],
    ...cart_items.flatMap((item, at): Field[] => [
      [item, 'product_url', `cart_items.${at}`, links.isOwn],
      [item, 'image_url', `cart_items.${at}`, links.isSafeImage],
    ]),
  ]
  return fields.flatMap(([holder, name, place, check]) => {
    const link = holder[name]
    if (typeof link !== 'string' || check(link)) return []
    delete holder[name]
    return [`${place}.${name}`]
  })
}
