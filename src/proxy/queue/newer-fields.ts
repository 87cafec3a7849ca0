/**
 * Removes fields from an older sign-up that is sent late, because it must not overwrite the values of a newer one.
 *
 * The row of a delivered sign-up keeps the names of its fields, without their values.
 */
import { createHash } from 'node:crypto'
import { Contact } from '../../contract/contact.js'
import type { Hash } from '../seal.js'
import type { Ask } from './store/index.js'
import type { EventRow, QueueContext } from './types.js'

const CUSTOMER_FIELDS = new Set(Object.keys(Contact.shape))

/** Reads the stored body. */
const toContact = (text: string): Contact => JSON.parse(text)

/**
 * Writes the names of a sign-up's fields as JSON. The name of a custom field is hashed, because anyone may have
 * invented it.
 */
export function toFieldNames(text: string, hash: Hash): string {
  const names = Object.keys(toContact(text)).filter((name) => name !== 'email')
  return JSON.stringify(names.map((name) => toFieldName(name, hash)))
}

const toFieldName = (name: string, hash: Hash) =>
  CUSTOMER_FIELDS.has(name) ? name : hash('field', name).toString('base64url')

type SignUp = Pick<EventRow, 'list' | 'who' | 'occurred' | 'signed' | 'replayed'>

/**
 * Removes the fields that newer sign-ups have set. Returns undefined if the remaining fields would not change anything.
 */
export async function withoutNewer(
  ask: Ask,
  { list, who, occurred, signed, replayed }: SignUp,
  text: string,
  hash: QueueContext['hash'],
) {
  const newer = await ask<{ list: string; fields: string }>(NEWER, [who, occurred, signed])
  if (newer.length === 0) return text
  const body = toContact(text)
  /** Customer fields are shared by all lists (API.md 4.2). Custom fields belong to one list. */
  const isNewer = (name: string) =>
    newer.some((row) => {
      const counts = row.list === list || CUSTOMER_FIELDS.has(name)
      return counts && (JSON.parse(row.fields) as string[]).includes(toFieldName(name, hash)) // `toFieldNames` wrote it
    })
  const left = Object.fromEntries(Object.entries(body).filter(([name]) => name === 'email' || !isNewer(name)))
  const isMember = newer.some((row) => row.list === list)
  // A sign-up that the operator has replayed is sent in any case.
  return isMember && Object.keys(left).length === 1 && !replayed ? undefined : JSON.stringify(left)
}

/** A newer sign-up arrived after this one happened, so the index finds it by `received`. */
const NEWER = `
  SELECT list, fields FROM events
  WHERE who = ?1 AND kind = 'addToList' AND received > ?2 AND occurred > ?2 AND signed >= ?3 AND fields IS NOT NULL`

/** The API may remember the body of a key, so another body needs another key. */
export function toIdempotencyKey(id: string, accepted: string, sent: string): string {
  return accepted === sent ? id : `${id}-${createHash('sha256').update(sent).digest('hex').slice(0, 16)}`
}
