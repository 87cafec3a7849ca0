/** Promise: a sender is known by an address that they cannot forge, and by its network. */
import { expect, test } from 'vitest'
import { isPrivateNetwork, readSender } from '../../../src/proxy/network.js'

const read = (socket: string | undefined, forwardedFor?: string, hops = 0) =>
  readSender(socket, new Headers(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }), hops)

test.each<[socket: string | undefined, address: string | undefined, network: string | undefined, reason: string]>([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7', 'an IPv4 address is its own network'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7', 'IPv4 within IPv6, in the form of a dual-stack socket'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113.7', 'IPv4 within IPv6, in hexadecimal'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7', '203.0.113.7', 'IPv4 within IPv6, in full'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1', 'a /64 and its /48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2', '2001:db8:1', 'another spelling'],
  ['::1', '0:0:0:0', '0:0:0', 'loopback'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0', 'the zone does not count'],
  ['1::203.0.113.7', '1:0:0:0', '1:0:0', 'IPv4 at the end of another network'],
  ['shop.example', undefined, undefined, 'not an address'],
  [undefined, undefined, undefined, 'not known'],
])('%j is %j of %j (%s)', (socket, address, network) => {
  expect(read(socket)).toEqual(address === undefined ? undefined : { address, network })
})

test.each<[hops: number, forwardedFor: string | undefined, address: string, reason: string]>([
  [1, '203.0.113.7', '203.0.113.7', 'the only entry'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7', 'the shopper’s claim is left of it'],
  [2, '1.1.1.1, 203.0.113.7 ,10.0.0.1', '203.0.113.7', 'the second from the right'],
  [1, '1.1.1.1, 2001:db8::1', '2001:db8:0:0', 'IPv6'],
  [1, '[2001:db8::1]:4123', '2001:db8:0:0', 'with a port'],
  [1, '203.0.113.7:4123', '203.0.113.7', 'with a port'],
  [0, '203.0.113.7', '192.0.2.1', 'without a trusted hop'],
  [1, undefined, '192.0.2.1', 'without the header'],
  [2, '203.0.113.7', '192.0.2.1', 'too few entries'],
  [1, '', '192.0.2.1', 'empty'],
  [1, '203.0.113.7,', '192.0.2.1', 'an empty entry'],
  [2, ',203.0.113.7', '192.0.2.1', 'an empty entry'],
  [1, 'unknown', '192.0.2.1', 'not an address'],
  [1, '203.0.113.256', '192.0.2.1', 'not an address'],
  [1, '203.0.113.07', '192.0.2.1', 'not an address'],
  [1, '[[2001:db8::1]]', '192.0.2.1', 'not an address'],
  [20, ','.repeat(10), '192.0.2.1', 'only commas'],
])('with %i hops, %j is %s (%s)', (hops, forwardedFor, address) => {
  expect(read('192.0.2.1', forwardedFor, hops)?.address).toBe(address)
})

test.each<[isPrivate: boolean, addresses: string[]]>([
  [true, ['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.1.1', '172.16.0.1', '172.31.0.1', '::ffff:10.0.0.1']],
  [true, ['::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'febf::1']],
  [false, ['203.0.113.7', '110.0.0.1', '192.169.0.1', '172.15.0.1', '172.32.0.1', '169.253.0.1', '1.10.0.1']],
  [false, ['2001:db8::1', 'fec0::1', 'fb00::1', 'fe7f::1', '0:0:1::1']],
])('private is %j for %j', (isPrivate, addresses) => {
  const networks = addresses.map((address) => read(address)?.network ?? '')
  expect(networks.map(isPrivateNetwork)).toEqual(addresses.map(() => isPrivate))
})
