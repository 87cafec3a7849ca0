/** Whose address a request came from, as far as it can be trusted. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * One key for all addresses that one customer of a network may choose from: IPv4 as a number, IPv6 as its first 64 bits, IPv4
 * within IPv6 as IPv4. Never a piece of the header's text, which would keep all of it in memory.
 */
type AddressKey = string | number

/**
 * @param socket who is connected; undefined where the runtime does not say
 * @param hops how many proxies of the shop's own each append the address they see to `X-Forwarded-For`. What stands left of theirs
 *   is anybody's claim. Where their entry is missing or no address, the socket's own counts.
 */
export function readAddress(socket: string | undefined, headers: Headers, hops: number): AddressKey | undefined {
  const forwarded = hops > 0 ? readFromRight(headers.get('x-forwarded-for') ?? '', hops) : undefined
  return toKey(forwarded) ?? toKey(socket)
}

function readFromRight(list: string, place: number): string | undefined {
  let end = list.length
  for (let left = place; left > 1; left -= 1) {
    end = list.lastIndexOf(',', end - 1)
    if (end <= 0) return undefined
  }
  const entry = list.slice(list.lastIndexOf(',', end - 1) + 1, end).trim()
  // Some proxies append the port: `203.0.113.7:41234`, `[2001:db8::1]:41234`.
  return /^\[(.+)\](:\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
}

function toKey(address: string | undefined): AddressKey | undefined {
  if (address === undefined) return undefined
  if (isIPv4(address)) return toNumber(address)
  if (!isIPv6(address)) return undefined
  const words = toWords(address.replace(/%.*/, '')) // fe80::1%eth0
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff
  return isMapped ? (words[6] ?? 0) * 0x10000 + (words[7] ?? 0) : words.slice(0, 4).join(':')
}

const toNumber = (address: string) => address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

/** The eight words of an IPv6 address. */
function toWords(address: string): number[] {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').flatMap(toWord))
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function toWord(text: string): number[] {
  if (text === '') return []
  if (!text.includes('.')) return [Number.parseInt(text, 16)]
  const number = toNumber(text)
  return [Math.floor(number / 0x10000), number % 0x10000]
}
