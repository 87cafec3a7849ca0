/**
 * Reads a raw order or sign-up into the API's own fields, and lists the problems. No other code reads.
 *
 * The functions are pure and take linear time on any input. They do not use window, clock or network.
 */
import type { Contact } from '../contract/contact.js'
import type { Conversion } from '../contract/conversion.js'
import type { PlatformName, Raw } from '../contract/raw.js'
import { choose } from './choose/index.js'
import { readContact } from './contact.js'
import { type Reading, readConversion } from './conversion.js'
import { listEmailProblems, readCustomer, toEmailField } from './customer.js'
import { type Fields, toFields } from './fields.js'
import { limitProblems, listOwnProblems } from './problems.js'
import { readForm } from './sources/form.js'
import { readCheckout } from './sources/shopify-pixel.js'
import { readShopifyOrder } from './sources/shopify-webhook.js'
import type { Unwrapped } from './sources/unwrap.js'
import { readWooCommerceOrder } from './sources/woocommerce-webhook.js'

interface ReadBody {
  convert: Partial<Conversion>
  addToList: Partial<Contact>
}

export type Read<Kind extends keyof ReadBody> = Reading<ReadBody[Kind]>

export function readRaw<Kind extends keyof ReadBody>(kind: Kind, raw: Raw): Read<Kind> {
  const read = kind === 'convert' ? readConversion(raw, unwrapPlatform(raw)) : readSignUp(raw)
  return read as Read<Kind> // of the requested kind
}

const PLATFORMS: Record<PlatformName, (order: Fields) => Unwrapped> = {
  'shopify-pixel': readCheckout,
  'shopify-webhook': readShopifyOrder,
  'woocommerce-webhook': readWooCommerceOrder,
}

const unwrapPlatform = ({ platform }: Raw): Unwrapped | undefined =>
  platform && PLATFORMS[platform.name](toFields(platform.order))

function readSignUp(raw: Raw): Read<'addToList'> {
  const form = raw.form && readForm(raw.form)
  const passed: Fields = Object.assign({}, ...(raw.passed ?? []))
  const contact = readContact({ fields: form ?? passed, speaker: 'caller' })
  const customer = readCustomer(choose({ ...raw, passed: [] }).emails, [form ?? passed], raw.unreadable)
  const problems = limitProblems([
    ...listOwnProblems(raw),
    ...(raw.unreadable ?? []).map((field) => ({ field, code: 'unreadable' })),
    ...contact.problems,
    ...listEmailProblems(customer),
  ])
  return { body: { ...toEmailField(customer), ...contact.fields } as Partial<Contact>, problems } // as its table has it
}
