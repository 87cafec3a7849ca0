/** Finds the address that a request came from, as far as it can be trusted, and its network. */
import { isIPv4, isIPv6 } from 'node:net'

export interface Sender {
  /** The IPv4 address or IPv6 /64, which has one limit of its own. A customer may use any address of a /64. */
  address: string
  /** The IPv4 address or IPv6 /48. */
  network: string
}

/**
 * Reads the sender of a request. The texts are new, because a part of the header would keep all of it in memory.
 *
 * @param socket the address of the connection; undefined if the runtime does not know it
 * @param hops the number of the shop's own proxies. Each appends the address that it sees to `X-Forwarded-For`. Entries
 *   left of theirs may be forged. If their entry is missing or is not an address, the socket's address counts
 * @returns undefined if the address is not known
 */
export function readSender(socket: string | undefined, headers: Headers, hops: number): Sender | undefined {
  const entry = hops > 0 ? readFromRight(headers.get('x-forwarded-for') ?? '', hops) : undefined
  return toSender(entry) ?? toSender(socket)
}

/** Loopback, private and link-local addresses (RFC 1918, 4193, 4291, 3927). An IPv6 network is three words in hexadecimal. */
const PRIVATE = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.|^f[cd]..:|^fe[89ab].:|^0:0:0$/

/** Checks a network of `readSender`. */
export const isPrivateNetwork = (network: string) => PRIVATE.test(network)

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

function toSender(address: string | undefined): Sender | undefined {
  if (address === undefined) return undefined
  if (isIPv4(address)) return toIPv4(address.split('.').map(Number))
  if (!isIPv6(address)) return undefined
  const words = toWords(address.split('%')[0] ?? '') // fe80::1%eth0
  const isIPv4Within = words.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isIPv4Within) return toIPv4(words.slice(6).flatMap((word) => [word >> 8, word & 255]))
  const toText = (count: number) =>
    words
      .slice(0, count)
      .map((word) => word.toString(16))
      .join(':')
  return { address: toText(4), network: toText(3) }
}

function toIPv4(bytes: number[]): Sender {
  const address = bytes.join('.')
  return { address, network: address }
}

/** Reads the eight words of an IPv6 address. */
function toWords(address: string): number[] {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').flatMap(toWord))
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function toWord(text: string): number[] {
  if (text === '') return []
  if (!text.includes('.')) return [Number.parseInt(text, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
