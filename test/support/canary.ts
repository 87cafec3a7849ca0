/** Puts one word into every part of a request. The word must not appear in any output. */
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem } from '../../src/contract/conversion.js'
import { newOrder, newSignUp, ORIGIN } from './proxy.js'
import { type Sent, send } from './wire.js'

export const CANARY = 'c4nary'
export const EMAIL = `${CANARY}@example.com`
const NUMBERS = { cart_value: 1, cart_item_count: 1, price: 1, item_qty: 1, qty_price: 1, age: 1 }
const WORDS = { gender: 'f', language: 'en', birthdate: '2000-01-01', category: [CANARY], email: EMAIL }

/** Every field of the schema, and one unknown field. */
const fill = ({ shape }: { shape: object }) => ({
  ...Object.fromEntries(Object.keys(shape).map((name) => [name, CANARY])),
  ...Object.fromEntries(Object.entries({ ...NUMBERS, ...WORDS }).filter(([name]) => name in shape)),
  [CANARY]: CANARY,
})

const order = () => newOrder({ email: EMAIL, cart_data: fill(CartData), cart_items: [fill(CartItem)] })
const signUp = (list: string) => newSignUp(fill(Contact), { list, signature: CANARY })

const TYPE = 'content-type'
export const SENT: Sent[] = [
  { body: order() },
  { body: signUp('newsletter') },
  { body: signUp('everything') },
  { body: newOrder({ email: `other-${EMAIL}` }) },
  { path: `/ringup?${CANARY}=${EMAIL}#${CANARY}`, body: order() },
  { path: `/ringup/${CANARY}`, body: order() },
  { path: `/${CANARY}`, method: 'GET' },
  { path: `/ringup/ringup.js?${CANARY}`, method: 'GET' },
  { method: 'PROPFIND' },
  { method: 'OPTIONS', headers: { 'access-control-request-headers': CANARY } },
  { headers: { origin: `https://${CANARY}.example` }, body: order() },
  { headers: { [TYPE]: `text/${CANARY}` }, body: order() },
  { headers: { [TYPE]: `text/plain;charset=${CANARY}`, 'accept-language': CANARY }, body: order() },
  { headers: { 'content-encoding': CANARY }, body: order() },
  { body: CANARY },
  { body: `{"email":"${EMAIL}"` },
  { body: { ...order(), id: CANARY } },
  { body: { ...order(), kind: CANARY } },
  { body: { ...order(), [CANARY]: CANARY } },
  { body: { ...order(), age: CANARY } },
  { body: newOrder({ email: CANARY }) },
  { body: newOrder({ email: EMAIL, [CANARY]: CANARY }) },
  { body: newOrder({ email: EMAIL, cart_items: [{ name: CANARY }] }) },
  { body: newSignUp({ email: EMAIL }, { list: CANARY }) },
  { body: newSignUp({ email: EMAIL }, { list: `${CANARY} ${EMAIL}` }) },
]

/** @returns the answer's status */
export async function sendWithCanary(url: string, { headers = {}, ...sent }: Sent): Promise<number> {
  const usual = { origin: ORIGIN, [TYPE]: 'text/plain' }
  const everywhere = {
    'user-agent': CANARY,
    referer: `https://shop.example/${CANARY}`,
    cookie: `${CANARY}=${CANARY}`,
    authorization: `Bearer ${CANARY}`,
    'x-forwarded-for': `192.0.2.77, ${CANARY}`,
    'x-request-id': CANARY,
  }
  return (await send(url, { ...sent, headers: { ...usual, ...everywhere, ...headers } })).status
}
