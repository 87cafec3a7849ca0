/** Finds the address that a request came from, as far as it can be trusted. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The blocks that an address belongs to, the narrowest first. A network's customer may use any address of the block
 * that he was given. An IPv4 address is one number and the only block. IPv6 has its /64, /56 and /48. IPv4 within IPv6
 * is IPv4. Never a part of the header's text, because that would keep the whole header in memory.
 */
type Blocks = (string | number)[]

/**
 * @param socket the address of the connection; undefined if the runtime does not know it
 * @param hops the number of the shop's own proxies. Each appends the address that it sees to `X-Forwarded-For`. Entries
 *   left of theirs may be forged. If their entry is missing or is not an address, the socket's address counts
 * @returns an empty list if the address is not known
 */
export function readBlocks(socket: string | undefined, headers: Headers, hops: number): Blocks {
  const forwarded = hops > 0 ? readFromRight(headers.get('x-forwarded-for') ?? '', hops) : undefined
  return toBlocks(forwarded) ?? toBlocks(socket) ?? []
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

function toBlocks(address: string | undefined): Blocks | undefined {
  if (address === undefined) return undefined
  if (isIPv4(address)) return [toNumber(address)]
  if (!isIPv6(address)) return undefined
  const words = toWords(address.split('%')[0] ?? '') // fe80::1%eth0
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff
  if (isMapped) return [(words[6] ?? 0) * 0x10000 + (words[7] ?? 0)]
  const [first, second, third, fourth = 0] = words
  const company = [first, second, third].join(':')
  return [`${company}:${fourth}`, `${company}:${fourth >> 8}`, company]
}

const toNumber = (address: string) => address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

/** Reads the eight words of an IPv6 address. */
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
