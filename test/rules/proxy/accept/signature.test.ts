/**
 * Promise: a signature is valid for exactly the data that the shop's server signed. A forged event is not stored or
 * sent.
 */
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { IncomingEvent, Settings } from '../../../../src/proxy/index.js'
import { sign } from '../../../../src/proxy/sign.js'
import { createHandler, newOrder, newSignUp, toRequest } from '../../../support/proxy.js'

const NOW_S = 1_800_000_000
const HOUR_S = 3600
const secret = 'a-secret-of-the-shop'
const email = 'ada@example.com'
const subject = 'A-1'
const expiry = NOW_S + HOUR_S

let stored: IncomingEvent[]
const onAccepted = vi.fn<() => void>()
beforeEach(() => {
  onAccepted.mockClear()
})

async function send(event: unknown, more: Partial<Settings> = {}, headers: Record<string, string> = {}) {
  const proxy = createHandler({ signingSecrets: [secret], ...more }, { onAccepted, now: () => NOW_S * 1000 })
  stored = proxy.stored
  const answer = await proxy.handle(toRequest(event, headers))
  return { status: answer.status, body: await answer.json() }
}

async function expectForged(event: unknown, more: Partial<Settings> = {}) {
  expect(await send(event, more)).toEqual({
    status: 403,
    body: { ok: false, code: 'signature', fields: ['signature'] },
  })
  expect([stored, onAccepted.mock.calls]).toEqual([[], []])
}

const orderWith = (signature: unknown, body: object = {}) =>
  newOrder({ email, cart_data: { order_number: subject }, ...body }, { signature })
const signUpWith = (signature?: string) => newSignUp({ email, phone: '1' }, { ...(signature && { signature }) })
const signOrder = (more: Partial<Parameters<typeof sign>[0]> = {}) =>
  sign({ secret, kind: 'convert', email, subject, expiry, ...more })
const signSignUp = (more: Partial<Parameters<typeof sign>[0]> = {}) =>
  sign({ secret, kind: 'addToList', email, subject: 'newsletter', expiry, ...more })

describe('with a signature', () => {
  test('an order counts as signed', async () => {
    const order = orderWith(signOrder())
    expect(await send(order)).toEqual({ status: 202, body: { ok: true, id: order.id } })
    expect(stored).toMatchObject([{ signed: true }])
    expect(JSON.stringify(stored)).not.toContain('signature')
  })

  test('an order without a number is signed with an empty one', async () => {
    await send(newOrder({ email, cart_data: {} }, { signature: signOrder({ subject: '' }) }))
    expect(stored).toMatchObject([{ signed: true }])
  })

  test('a sign-up may write every field', async () => {
    const { body } = await send(signUpWith(signSignUp()))
    expect(body).not.toHaveProperty('ignored')
    expect(stored).toMatchObject([{ signed: true, body: { email, first_name: 'Ada', phone: '1' } }])
  })

  test('an older secret is still valid', async () => {
    await send(orderWith(signOrder()), { signingSecrets: ['a-newer-secret-of-it', secret] })
    expect(stored).toMatchObject([{ signed: true }])
  })

  test.each([' ADA@example.com', 'zoe\u0308@example.com'])(
    'the spelling %j of the e-mail does not matter',
    async (typed) => {
      await send(orderWith(signOrder({ email: typed.trim().normalize().toLowerCase() }), { email: typed }))
      expect(stored).toMatchObject([{ signed: true }])
    },
  )

  test.each<[aheadS: number, signed: boolean, reason: string]>([
    [1, true, 'the last second'],
    [24 * HOUR_S, true, 'the longest time ahead'],
    [0, false, 'expired'],
    [-24 * HOUR_S, false, 'expired for long'],
    [24 * HOUR_S + 1, false, 'too far ahead'],
  ])('that expires in %i s, signed is %j (%s)', async (aheadS, signed) => {
    const { status, body } = await send(orderWith(signOrder({ expiry: NOW_S + aheadS })))
    expect(status).toBe(202)
    expect(body.ignored).toEqual(signed ? undefined : ['signature'])
    expect(stored).toMatchObject([{ signed }])
  })

  test('that has expired, a sign-up writes only the fields of an unsigned one', async () => {
    const { body } = await send(signUpWith(signSignUp({ expiry: NOW_S - 1 })))
    expect(body).toMatchObject({ ok: true, ignored: ['signature', 'phone'] })
    expect(stored.map((arrival) => arrival.body)).toEqual([{ email, first_name: 'Ada' }])
  })
})

describe('a forged signature is refused', () => {
  const mac = signOrder().split('.')[1] ?? ''
  const rows: [signature: string, reason: string][] = [
    ['', 'empty'],
    ['x', 'no signature'],
    [`${expiry}.${mac}=`, 'padded'],
    [`${expiry}.${mac.slice(0, -1)}`, 'cut off'],
    [`${expiry}.${mac}A`, 'longer'],
    [`${expiry + 1}.${mac}`, 'a later expiry'],
    [`0${expiry}.${mac}`, 'a leading zero'],
    [` ${expiry}.${mac}`, 'a space'],
    [`${expiry}.${mac}\n`, 'a line break'],
    [`${expiry}.${Buffer.from(mac, 'base64url').toString('hex')}`, 'hexadecimal'],
    [`${expiry}.${'+'.repeat(43)}`, 'another alphabet'],
    [signOrder({ secret: 'a-secret-of-another' }), 'another secret'],
    [signOrder({ email: 'eve@example.com' }), 'of another customer'],
    [signOrder({ subject: 'A-2' }), 'of another order'],
    [signOrder({ subject: '' }), 'of an order without a number'],
    [sign({ secret, kind: 'addToList', email, subject, expiry }), 'of another kind'],
    [signOrder({ secret: 'a-secret-of-another', expiry: NOW_S - 1 }), 'expired as well'],
  ]
  test.each(rows)('%j (%s)', async (signature) => {
    await expectForged(orderWith(signature))
  })

  test('for another list', async () => {
    await expectForged({ ...signUpWith(signSignUp()), list: 'everything' })
  })

  test('for a number that is given twice, because the stored one counts', async () => {
    const order = JSON.stringify(orderWith(signOrder()))
    await expectForged(order.replace('"order_number":"A-1"', '"order_number":"A-1","order_number":"A-2"'))
  })

  test('whatever was changed', async () => {
    const genuine = signOrder()
    const place = fc.integer({ min: 0, max: genuine.length - 1 })
    const change = (at: number, text: string) => genuine.slice(0, at) + text + genuine.slice(at + 1)
    const changed = fc.tuple(place, fc.string({ maxLength: 2 })).map(([at, text]) => change(at, text))
    const property = fc.asyncProperty(fc.oneof(fc.string(), changed), async (signature) => {
      fc.pre(signature !== genuine)
      expect((await send(orderWith(signature))).status).toBe(403)
      expect(stored).toEqual([])
    })
    await fc.assert(property, { numRuns: 300 })
  })
})

describe('without a signature', () => {
  test('a cart is accepted whole, as unsigned', async () => {
    await send(orderWith(undefined))
    expect(stored).toMatchObject([{ signed: false, body: { cart_data: { order_number: subject } } }])
  })

  test('a signature is ignored and named if the settings have no secret', async () => {
    const { body } = await send(orderWith('whatever'), { signingSecrets: [] })
    expect(body).toMatchObject({ ok: true, ignored: ['signature'] })
    expect(stored).toMatchObject([{ signed: false }])
    expect(stored[0]).not.toHaveProperty('signature')
  })

  test.each<[reason: string, event: () => unknown]>([
    ['none', () => orderWith(undefined)],
    ['expired', () => orderWith(signOrder({ expiry: NOW_S - 1 }))],
  ])('a kind that requires one is refused (%s)', async (_reason, event) => {
    await expectForged(event(), { requireSignature: ['convert'] })
  })

  test('the other kind is not refused', async () => {
    expect((await send(signUpWith(), { requireSignature: ['convert'] })).status).toBe(202)
  })
})

test('the server token vouches for all fields', async () => {
  const more = { serverTokens: ['token-of-the-back-end'], requireSignature: ['addToList' as const] }
  await send(signUpWith(), more, { authorization: 'Bearer token-of-the-back-end' })
  expect(stored).toMatchObject([{ signed: true, body: { phone: '1' } }])
})

describe('sign() refuses in a sentence values that the proxy would refuse', () => {
  test.each<[options: object, message: string]>([
    [{ secret: '' }, 'secret'],
    [{ secret: undefined }, 'secret'],
    [{ kind: 'order' }, 'kind'],
    [{ email: 'ada' }, 'email'],
    [{ subject: 7 }, 'subject'],
    [{ subject: '\ud800' }, 'subject'],
    [{ kind: 'addToList', subject: '' }, 'subject'],
    [{ expiry: 1.5 }, 'expiry'],
    [{ expiry: undefined, expiresInSeconds: 0 }, 'expiresInSeconds'],
    [{ expiry: undefined, expiresInSeconds: 86_401 }, 'expiresInSeconds'],
    [{ expiry: undefined, expiresInSeconds: Number.NaN }, 'expiresInSeconds'],
  ])('%j', (options, named) => {
    expect(() => signOrder(options)).toThrow(new RegExp(`${named}.*\\.$`))
  })

  test('by default it is valid for 23 hours', () => {
    vi.useFakeTimers({ now: NOW_S * 1000 })
    expect(signOrder({ expiry: undefined }).split('.')[0]).toBe(String(NOW_S + 23 * HOUR_S))
  })
})
