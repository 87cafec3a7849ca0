/**
 * Describes the wire for programs, as OpenAPI 3.1: requests of pages and back ends, the proxy's answers, and the alerts
 * that it posts. All parts are made from the schemas and tables that the proxy runs.
 */
import * as z from 'zod/mini'
import { Contact } from '../../contract/contact.js'
import { CartData, CartItem, Conversion } from '../../contract/conversion.js'
import { Accepted, Event, RawEvent, Refusal } from '../../contract/event.js'
import { VERSION } from '../../contract/limits.js'
import { Problem, Raw } from '../../contract/raw.js'
import { PROBLEMS as FIELD_PROBLEMS } from '../../normalise/problem-texts.js'
import { PROBLEMS } from '../problem.js'
import { Alert } from './alerts.js'

type Json = Record<string, unknown>

/** @param path the proxy's path, RINGUP_PATH */
export const createOpenApi = (path: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Ringup proxy',
    version: VERSION,
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: path, description: 'Under the shop’s own domain.' }],
  paths: {
    '/': { post: POST_EVENT },
    '/ringup.js': {
      get: {
        operationId: 'readScript',
        summary: 'The script for pages; it calls itself',
        security: [],
        responses: {
          200: { description: 'JavaScript.', content: { 'text/javascript': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  webhooks: { alert: { post: POST_ALERT } },
  components: { schemas: createSchemas(), securitySchemes: { serverToken: SERVER_TOKEN } },
})

const DESCRIPTION = `Accepts orders (\`convert\`) and sign-ups (\`addToList\`). It stores each on disk, answers, and then forwards it until the \
marketing API has accepted it. A repeated id, or a repeated order, has no second effect: sending again is always safe.

A page sends what it has (\`v: 3\`, \`raw\`), and the proxy reads it. A back end that knows the API’s own fields sends them (\`v: 1\`, \
\`body\`). Amounts in \`body\` are whole hundredths of the currency’s unit: 19.99 is 1999, and 1,000 yen are 100000.`

const SERVER_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'RINGUP_SERVER_TOKEN. With it no Origin is needed, and the event counts as signed.',
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json) => ({ 'application/json': { schema } })

const EVENT = { oneOf: [ref('RawEvent'), ref('Event')] }

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } }

const POST_EVENT = {
  operationId: 'postEvent',
  summary: 'Accepts one order or sign-up',
  description:
    'A browser sends `text/plain`, so that no preflight is needed, and its `Origin` must be one of RINGUP_ORIGINS. A back end sends the server token.',
  security: [{}, { serverToken: [] }],
  requestBody: { required: true, content: { ...json(EVENT), 'text/plain': { schema: EVENT } } },
  responses: {
    202: {
      description: 'The event is stored durably. New, repeated and unknown customers are answered alike.',
      content: json(ref('Accepted')),
    },
    ...createRefusals(),
  },
}

/** Lists one answer for each status in the table of refusals. */
function createRefusals(): Json {
  const statuses = new Set(Object.values(PROBLEMS).map(({ status }) => status))
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const kinds = Object.entries(PROBLEMS).filter(([, kind]) => kind.status === status)
      const description = kinds.map(([code, { sentence }]) => `\`${code}\`: ${sentence}`).join('\n\n')
      const waits = kinds.some(([, kind]) => 'retryAfterS' in kind)
      return [status, { description, ...(waits && { headers: RETRY_AFTER }), content: json(ref('Refusal')) }]
    }),
  )
}

const POST_ALERT = {
  operationId: 'alert',
  summary: 'Tells that trouble has begun or ended',
  description: 'Posted to RINGUP_ALERT_URL, once for each. Nothing in it is about a person.',
  requestBody: { required: true, content: json(ref('Alert')) },
  responses: { '2XX': { description: 'Accepted. After any other status, the alert is sent twice more.' } },
}

const SCHEMAS = { Event, RawEvent, Raw, Conversion, CartData, CartItem, Contact, Accepted, Refusal, Problem, Alert }

/** A line for each code that a problem of a field may have. */
const CODES = Object.entries(FIELD_PROBLEMS)
  .map(([code, { sentence }]) => `\`${code}\`: ${sentence}`)
  .join('\n\n')

/** Makes a JSON Schema of each. They refer to each other by name. */
function createSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => ref(id).$ref,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object' // any object of the page
      if (Object.is(zodSchema, Problem)) jsonSchema.description = CODES
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]))
}
