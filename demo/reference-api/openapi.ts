/**
 * `/openapi.json`: the reference API described, OpenAPI 3.1.
 *
 * Fields come from the contract's schemas. Request bodies are widened to what `read-body.ts` really takes, answers are
 * given as `records.ts` keeps them.
 */
import * as z from 'zod/mini'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Conversion } from '../../src/contract/conversion.js'
import { NewSession } from './endpoints.js'
import { DIGITS, STAND_INS, toDef } from './read-body.js'

export function createOpenApi(basePath: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Customer Conversion and List Contact: reference API', version: '1', description: DESCRIPTION },
    servers: [{ url: basePath }],
    security: [{ key: [] }],
    paths: { ...PATHS, '/openapi.json': { servers: [{ url: '/' }], get: OPENAPI } },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', description: KEY } },
      schemas: createSchemas(),
      responses: RESPONSES,
    },
  }
}

const DESCRIPTION = `Converts a customer's latest session, and adds or updates contacts on a list.

Requests pass these checks in this order: path (404), key (401), method (405), list (404), media type (415), body (400). \
Every path ends in a slash; nothing redirects.

A null is the same as an absent field. Keys of a cart, an item or a contact that are not named here are kept as strings: \
numbers and booleans in JSON form, nested values as JSON text. \`__proto__\`, \`constructor\` and \`prototype\` are left out.`

const KEY = 'The whole header value, as the setting API_AUTHORIZATION says.'

type Json = Record<string, unknown>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json) => ({ 'application/json': { schema } })
const answer = (description: string, schema: Json) => ({ description, content: json(schema) })
/** Describes an object whose other fields are there only when they were sent. */
const toRecord = (properties: Json, required: string[]) => ({ type: 'object', properties, required })
const object = (properties: Json) => toRecord(properties, Object.keys(properties))
const array = (items: Json) => ({ type: 'array', items })
const orNull = (type: string) => ({ type: [type, 'null'] })

const refusal = (...codes: (keyof typeof RESPONSES)[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/${code}` }]))

const RESPONSES = {
  400: answer('The body is wrong: by field, all problems at once, or as a whole.', {
    anyOf: [ref('Problems'), ref('Detail')],
  }),
  401: answer('The Authorization header is missing or wrong.', ref('Detail')),
  404: answer('There is no such path or list.', ref('Detail')),
  405: {
    ...answer('The path does not take this method.', ref('Detail')),
    headers: { Allow: { description: 'The methods it takes.', schema: { type: 'string' } } },
  },
  415: answer('The body is not sent as application/json.', ref('Detail')),
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Recorded; it changes nothing. Repeats are told by their order number and by their e-mail address.',
  schema: { type: 'string' },
}

const LIST_ID = { name: 'list_id', in: 'path', required: true, schema: { type: 'string' } }

const convert = {
  operationId: 'convert',
  summary: "Converts the customer's latest session",
  description:
    'Converting a session again with the same order number changes nothing; with another one, or none, its cart and items are replaced.',
  parameters: [IDEMPOTENCY_KEY],
  requestBody: { required: true, content: json(ref('Conversion')) },
  responses: {
    200: answer('The session is converted.', object({ session: ref('Session') })),
    404: answer('There is no such customer, or the customer has no session.', ref('NoCustomer')),
    ...refusal(400, 401, 405, 415),
  },
}

const putContact = {
  operationId: 'putContact',
  summary: 'Adds a contact to a list, or updates it',
  description:
    'Customer fields are shared by all lists and overwritten. Custom fields belong to the contact, one list each, and are merged. A `list_id` in the body is ignored.',
  parameters: [LIST_ID, IDEMPOTENCY_KEY],
  requestBody: { required: true, content: json(ref('Contact')) },
  responses: {
    200: answer('The customer was on the list already; the contact is updated.', ref('ListContact')),
    201: answer('The customer is new on this list.', ref('ListContact')),
    ...refusal(400, 401, 404, 405, 415),
  },
}

const beginSession = {
  operationId: 'beginSession',
  summary: 'Begins a session, for demo and tests; creates the customer if unknown',
  requestBody: { required: true, content: json(ref('NewSession')) },
  responses: {
    201: answer('The session is open.', object({ session: ref('Session') })),
    ...refusal(400, 401, 405, 415),
  },
}

/** The readings for demo and tests: everything there is, oldest first. */
const readAll = (key: string, schema: string, summary: string) => ({
  operationId: `read${schema}s`,
  summary,
  responses: { 200: answer('Oldest first.', object({ [key]: array(ref(schema)) })), ...refusal(401, 405) },
})

const PATHS = {
  '/customer/convert/': { post: convert },
  '/lists/{list_id}/contacts/': { post: putContact },
  '/sessions/': { get: readAll('sessions', 'Session', 'All sessions'), post: beginSession },
  '/customers/': { get: readAll('customers', 'Customer', 'All customers, each with its lists') },
  '/conversions/': { get: readAll('conversions', 'ConvertEntry', 'Every convert request and the session it changed') },
}

const OPENAPI = {
  operationId: 'readOpenApi',
  summary: 'This document',
  security: [],
  responses: { 200: answer('OpenAPI 3.1.', { type: 'object' }) },
}

function createSchemas() {
  const customer = { id: { type: 'integer' }, ...toProperties(Contact) }
  const texts = { type: 'object', additionalProperties: { type: 'string' } }
  const list = object({ list_id: { type: 'string' }, custom_fields: texts })
  return {
    Conversion: toAccepted(Conversion),
    Contact: toAccepted(Contact),
    NewSession: toAccepted(NewSession),
    Session: object({
      id: { type: 'integer' },
      email: { type: 'string' },
      status: { enum: ['open', 'converted'] },
      started_at: { type: 'integer', description: 'Milliseconds since 1970, as every time here.' },
      converted_at: { ...orNull('integer'), description: 'When the cart arrived.' },
      cart: { anyOf: [ref('Cart'), { type: 'null' }] },
      cart_items: array(ref('Item')),
    }),
    Cart: toRecord({ ...toProperties(CartData), metadata: texts }, ['metadata']),
    Item: toRecord({ ...toProperties(CartItem), metadata: texts }, ['product_id', 'metadata']),
    ListContact: object({
      customer: toRecord(customer, ['id', 'email']),
      custom_fields: texts,
    }),
    Customer: toRecord({ ...customer, lists: array(list) }, ['id', 'email', 'lists']),
    ConvertEntry: object({
      at: { type: 'integer' },
      email: orNull('string'),
      order_number: orNull('string'),
      status: { type: 'integer', description: 'The status of the answer.' },
      idempotency_key: orNull('string'),
      session: { ...orNull('integer'), description: 'The session it changed; null when it changed none.' },
    }),
    Problems: {
      type: 'object',
      description: 'By field; a nested one by its dotted path, such as `cart_items.0.product_id`.',
      additionalProperties: array({ type: 'string' }),
    },
    Detail: object({ detail: { type: 'string' } }),
    NoCustomer: object({ error: { type: 'string' } }),
  }
}

/** A field as it is kept and shown: strict, for the reading has made it so. */
function toProperties(schema: z.ZodMiniObject): Json {
  return z.toJSONSchema(schema).properties ?? {}
}

/** A body as it is taken, with the placeholders for each kind of field. */
function toAccepted(schema: z.ZodMiniObject): Json {
  const { $schema, ...accepted } = z.toJSONSchema(schema, { io: 'input', override: widen })
  return accepted
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

const widen: Override = ({ zodSchema, jsonSchema }) => {
  const def = toDef(zodSchema)
  if (def.type === 'object') {
    const keepsOthers = def.catchall && toDef(def.catchall).type === 'string'
    jsonSchema.additionalProperties = { description: keepsOthers ? 'Treated as a string.' : 'Ignored.' }
    return
  }
  const kinds = STAND_INS[def.type]?.kinds
  // Only digits can pass a pattern of digits, but no number or boolean is a date, an address or a language.
  if (!kinds || jsonSchema.pattern) return
  // An array of objects has no placeholder: the text put inside it would be refused.
  if (def.type === 'array' && toDef(def.element).type !== 'string') return
  // A pattern binds only texts, so it leaves the number itself alone.
  if (def.type === 'number') jsonSchema.pattern = jsonSchema.type === 'integer' ? '^\\d+$' : DIGITS.source
  Object.assign(jsonSchema, { type: [jsonSchema.type, ...kinds] }) // zod's type knows one type a schema, JSON Schema many
}
