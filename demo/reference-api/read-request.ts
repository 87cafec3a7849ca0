/** Reads a request's body in the contract's shape, or returns the reply that refuses it. */
import type * as z from 'zod/mini'
import { isObject, readBody } from './read-body.js'
import { badBody, type Reply, UNSUPPORTED_MEDIA_TYPE } from './reply.js'

/** One request. `body` is the parsed body, also of a refused request, for the log. */
export interface RequestContext {
  request: Request
  at: number
  /** The list's id from the path, decoded. */
  list: string
  idempotencyKey: string | undefined
  body?: unknown
}

/** Deeper than any cart. Much deeper nesting overflows the stack of JSON.stringify. */
const MAX_DEPTH = 100

export async function readRequest<Schema extends z.ZodMiniType>(
  context: RequestContext,
  schema: Schema,
): Promise<{ value: z.output<Schema> } | { reply: Reply }> {
  if (!isJsonType(context.request.headers.get('content-type'))) return { reply: UNSUPPORTED_MEDIA_TYPE }
  const parsed = parse(await context.request.text())
  if (parsed === undefined) return { reply: badBody('The body is not JSON.') }
  if (isDeeper(parsed, MAX_DEPTH)) return { reply: badBody(`The body is nested more than ${MAX_DEPTH} deep.`) }
  context.body = parsed
  if (!isObject(parsed)) return { reply: badBody('The body must be a JSON object.') }
  const read = readBody(schema, parsed)
  return 'problems' in read ? { reply: { status: 400, body: read.problems } } : read
}

/** Clients add a charset, or end with a semicolon. */
function isJsonType(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/** Returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
