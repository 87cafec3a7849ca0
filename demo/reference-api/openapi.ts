/**
 * `/openapi.json`: the description of the reference API, OpenAPI 3.1.
 *
 * Fields come from the contract's schemas. Request bodies have all kinds that `read-body.ts` accepts. Answers have the form of
 * `records.ts`.
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
Every path ends in a slash. The API does not redirect.

A null counts as an absent field. Other keys of a cart, an item or a contact are stored as strings: \
numbers and booleans in JSON form, nested values as JSON text. \`__proto__\`, \`constructor\` and \`prototype\` are left out.`

const KEY = 'The whole header value, as in API_AUTHORIZATION.'

type Json = Record<string, unknown>

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json) => ({ 'application/json': { schema } })
const answer = (description: string, schema: Json) => ({ description, content: json(schema) })
/** Describes an object. Its other fields exist only if they were sent. */
const toRecord = (properties: Json, required: string[]) => ({ type: 'object', properties, required })
const object = (properties: Json) => toRecord(properties, Object.keys(properties))
const array = (items: Json) => ({ type: 'array', items })
const orNull = (type: string) => ({ type: [type, 'null'] })

const refusal = (...codes: (keyof typeof RESPONSES)[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/${code}` }]))

const RESPONSES = {
  400: answer('The body is wrong. All problems together, by field, or one problem of the whole body.', {
    anyOf: [ref('Problems'), ref('Detail')],
  }),
  401: answer('The Authorization header is missing or wrong.', ref('Detail')),
  404: answer('The path or the list does not exist.', ref('Detail')),
  405: {
    ...answer('The path does not take this method.', ref('Detail')),
    headers: { Allow: { description: 'The methods it takes.', schema: { type: 'string' } } },
  },
  415: answer('The body is not sent as application/json.', ref('Detail')),
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Recorded only. The API recognises a repeated order by order number and e-mail.',
  schema: { type: 'string' },
}

const LIST_ID = { name: 'list_id', in: 'path', required: true, schema: { type: 'string' } }

const convert = {
  operationId: 'convert',
  summary: "Converts the customer's latest session",
  description:
    'A second request with the same order number does not change the session. With another number, or without one, cart and items are replaced.',
  parameters: [IDEMPOTENCY_KEY],
  requestBody: { required: true, content: json(ref('Conversion')) },
  responses: {
    200: answer('The session is converted.', object({ session: ref('Session') })),
    404: answer('The customer or the session does not exist.', ref('NoCustomer')),
    ...refusal(400, 401, 405, 415),
  },
}

const putContact = {
  operationId: 'putContact',
  summary: 'Adds a contact to a list, or updates it',
  description:
    'All lists share the customer fields, which are overwritten. Custom fields belong to one list, and are merged. A `list_id` in the body is ignored.',
  parameters: [LIST_ID, IDEMPOTENCY_KEY],
  requestBody: { required: true, content: json(ref('Contact')) },
  responses: {
    200: answer('The customer was on the list. The contact is updated.', ref('ListContact')),
    201: answer('The customer is new on this list.', ref('ListContact')),
    ...refusal(400, 401, 404, 405, 415),
  },
}

const beginSession = {
  operationId: 'beginSession',
  summary: 'Opens a session, for demo and tests. Creates the customer if unknown',
  requestBody: { required: true, content: json(ref('NewSession')) },
  responses: {
    201: answer('The session is open.', object({ session: ref('Session') })),
    ...refusal(400, 401, 405, 415),
  },
}

/** Describes a reading for demo and tests: all records, oldest first. */
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
      started_at: { type: 'integer', description: 'Milliseconds since 1970.' },
      converted_at: { ...orNull('integer'), description: 'The time when the cart arrived.' },
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
      session: { ...orNull('integer'), description: 'The session that it changed, or null.' },
    }),
    Problems: {
      type: 'object',
      description: 'By field. A nested field has a dotted path, such as `cart_items.0.product_id`.',
      additionalProperties: array({ type: 'string' }),
    },
    Detail: object({ detail: { type: 'string' } }),
    NoCustomer: object({ error: { type: 'string' } }),
  }
}

/** Describes stored fields. They are strict, because `read-body.ts` has converted them. */
function toProperties(schema: z.ZodMiniObject): Json {
  return z.toJSONSchema(schema).properties ?? {}
}

/** Describes an accepted body, with all kinds that each field accepts. */
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
  // A number or boolean is not a date, an address or a language, so a field with a pattern stays as it is.
  if (!kinds || jsonSchema.pattern) return
  // A text cannot replace an array of objects, because a text is not an object.
  if (def.type === 'array' && toDef(def.element).type !== 'string') return
  // A pattern applies to texts only, not to the number itself.
  if (def.type === 'number') jsonSchema.pattern = jsonSchema.type === 'integer' ? '^\\d+$' : DIGITS.source
  Object.assign(jsonSchema, { type: [jsonSchema.type, ...kinds] }) // zod's type allows one type, JSON Schema several
}
