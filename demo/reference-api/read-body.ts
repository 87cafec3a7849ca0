/**
 * Converts the bodies of real clients to the contract's shape, and checks them with the contract's schemas.
 *
 * Clients write "28" for 28, 1001 for "1001" and "mugs" for ["mugs"]. The schemas define the kind of each field. The table below
 * defines the other kinds that the API accepts, also for the OpenAPI document.
 */
import * as z from 'zod/mini'
import { FORBIDDEN_KEYS } from '../../src/contract/limits.js'
import { type Problems, toProblems, toSentence } from './problems.js'

export type Read<Value> = { value: Value } | { problems: Problems }

export function readBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): Read<z.output<Schema>> {
  const result = z.safeParse(schema, readAs(schema, body), { error: toSentence })
  return result.success ? { value: result.data } : { problems: toProblems(result.error.issues) }
}

/** Checks for a JSON object: not an array, null or a plain value. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface StandIn {
  /** Other kinds that the API accepts, by their names in JSON Schema. */
  kinds: string[]
  /** Converts a value of another kind. Returns any other value unchanged, and the schema refuses it. */
  read(value: unknown): unknown
}

/** The stand-ins for each kind of schema. */
export const STAND_INS: Partial<Record<SchemaDef['type'], StandIn>> = {
  number: { kinds: ['string'], read: (value) => (isDigits(value) ? Number(value) : value) },
  string: { kinds: ['number', 'boolean'], read: (value) => (isExact(value) ? String(value) : value) },
  array: { kinds: ['string'], read: (value) => (typeof value === 'string' ? [value] : value) },
}

export const DIGITS = /^-?\d+(\.\d+)?$/

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && DIGITS.test(value)
}

/** Refuses numbers beyond 2^53. They lost digits in JSON.parse, so as an id they would name another product or order. */
function isExact(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
}

type SchemaDef = z.core.$ZodTypes['_zod']['def']

/** Reads a schema's definition. zod types a schema by its base class, and `$ZodTypes` is its list of all classes. */
export function toDef(schema: z.core.$ZodType): SchemaDef {
  return (schema as z.core.$ZodTypes)._zod.def
}

function readAs(schema: z.core.$ZodType, value: unknown): unknown {
  const def = toDef(schema)
  if (def.type === 'optional') return readAs(def.innerType, value)
  if (def.type === 'object') return isObject(value) ? readObject(def, value) : value
  const read = STAND_INS[def.type]?.read(value) ?? value
  return def.type === 'array' && Array.isArray(read) ? read.map((element) => readAs(def.element, element)) : read
}

/** Leaves out null. Other keys than the schema's become text if the schema accepts text, and are ignored if not. */
function readObject({ shape, catchall }: z.core.$ZodObjectDef, value: Record<string, unknown>): object {
  const keepsOthers = catchall && toDef(catchall).type === 'string'
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (inner === null || FORBIDDEN_KEYS.includes(key)) return []
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (field) return [[key, readAs(field, inner)]]
    return keepsOthers ? [[key, toJsonText(inner)]] : []
  })
  return Object.fromEntries(entries)
}

/** "Treated as strings" (API.md 2 and 4.2): text stays, any other value becomes JSON. */
function toJsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
