/** The endpoints by path and method. `index.ts` has checked key and method before. */
import * as z from 'zod/mini'
import { Contact } from '../../src/contract/contact.js'
import { CartData, Conversion, Email } from '../../src/contract/conversion.js'
import type { Store } from './database.js'
import { isObject, readBody } from './read-body.js'
import { type RequestContext, readRequest } from './read-request.js'
import { NO_CUSTOMER, NOT_FOUND, type Reply } from './reply.js'

type Handle = (context: RequestContext) => Promise<Reply> | Reply
export interface Endpoint {
  GET?: Handle
  POST?: Handle
}

/** Each path ends in a slash. The API does not know the path without it, and does not redirect. */
export function createEndpoints(store: Store, lists: Record<string, string>): Record<string, Endpoint> {
  return {
    '/customer/convert/': { POST: (context) => convert(store, context) },
    '/lists/:list/contacts/': {
      POST: (context) => (Object.hasOwn(lists, context.list) ? putContact(store, context) : NOT_FOUND),
    },
    '/sessions/': {
      GET: () => ({ status: 200, body: { sessions: store.readSessions() } }),
      POST: (context) => beginSession(store, context),
    },
    '/customers/': { GET: () => ({ status: 200, body: { customers: store.readCustomers() } }) },
    '/conversions/': { GET: () => ({ status: 200, body: { conversions: store.readConversions() } }) },
  }
}

async function convert(store: Store, context: RequestContext): Promise<Reply> {
  const call = { at: context.at, idempotency_key: context.idempotencyKey ?? null }
  const read = await readRequest(context, Conversion)
  if ('reply' in read) {
    store.logRefusal({ ...call, ...readSubject(context.body), status: read.reply.status })
    return read.reply
  }
  const session = store.convert(read.value, call)
  return session ? { status: 200, body: { session } } : NO_CUSTOMER
}

/** Reads customer and order of a refused convert request, as far as possible. */
function readSubject(body: unknown): { email: string | null; order_number: string | null } {
  const { email, cart_data } = isObject(body) ? body : {}
  const { order_number } = isObject(cart_data) ? cart_data : {}
  const readText = (schema: z.ZodMiniType<string | undefined>, value: unknown) => {
    const read = readBody(schema, value)
    return ('value' in read && read.value) || null
  }
  return { email: readText(Email, email), order_number: readText(CartData.shape.order_number, order_number) }
}

async function putContact(store: Store, context: RequestContext): Promise<Reply> {
  const read = await readRequest(context, Contact)
  if ('reply' in read) return read.reply
  // Some clients repeat the list in the body. The path decides, and the copy is not stored.
  const { list_id, ...contact } = read.value
  const { added, contact: listContact } = store.putContact(context.list, contact)
  return { status: added ? 201 : 200, body: listContact }
}

/** The body of `POST sessions/`. This endpoint is our own, so the contract does not have it. */
export const NewSession = z.object({ email: Email })

async function beginSession(store: Store, context: RequestContext): Promise<Reply> {
  const read = await readRequest(context, NewSession)
  if ('reply' in read) return read.reply
  return { status: 201, body: { session: store.beginSession(read.value.email, context.at) } }
}
