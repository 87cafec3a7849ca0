/**
 * The shop and the API that a database belongs to, so that an order is never sent to another shop's API.
 *
 * The first event that is not a test order binds the database to its shop. The first delivery binds it to the API, because
 * an address that has taken no event may have been wrong. Both hold until an operator says otherwise (`ringup adopt`).
 */
import type { Hash } from '../seal.js'
import { write } from './meta.js'
import type { Ask } from './store/index.js'
import type { Shop } from './types.js'

/** The names of both in `meta`, by the step that binds them. */
const NAMES = { stored: 'shop', delivered: 'api' } as const
type Step = keyof typeof NAMES

const OF_ANOTHER =
  'it belongs to another shop, or to another API (RINGUP_ORIGINS, RINGUP_API_URL). Each shop needs a database of its own, or on Postgres a RINGUP_SCHEMA. If only the address of the API has changed: ringup adopt.'

type Marks = Record<Step, string>

function toMarks({ origins, apiUrl }: Shop, hash: Hash): Marks {
  const toMark = (text: string) => hash('shop', text).toString('base64url')
  return { stored: origins.map(toMark).join(' '), delivered: toMark(apiUrl) }
}

/**
 * Checks that the database belongs to this shop, or to none. Domains change one by one, so one common origin is enough.
 *
 * @returns the marks of the database
 * @throws Error in a sentence
 */
async function checkMarks(ask: Ask, own: Marks): Promise<Partial<Marks>> {
  const rows = await ask<{ name: string; value: string }>(MARKS)
  const read = (step: Step) => rows.find(({ name }) => name === NAMES[step])?.value
  const [shop, api] = [read('stored'), read('delivered')]
  const isSame = shop === undefined || shop.split(' ').some((mark) => own.stored.split(' ').includes(mark))
  if (!isSame || (api !== undefined && api !== own.delivered)) throw new Error(OF_ANOTHER)
  return { ...(shop && { stored: shop }), ...(api && { delivered: api }) }
}

const MARKS = `SELECT name, value FROM meta WHERE name IN (${Object.values(NAMES).map((name) => `'${name}'`)})`
const BIND = 'INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING RETURNING name'

/** Checks the shop of a database at its start, and notes new domains. @throws Error in a sentence */
export async function openShop(ask: Ask, shop: Shop, hash: Hash) {
  const marks = toMarks(shop, hash)
  const { stored } = await checkMarks(ask, marks)
  if (stored !== undefined) await write(ask, NAMES.stored, marks.stored)
}

export type Binding = ReturnType<typeof createBinding>

/** @param isShared other proxies use the database too, so each transaction compares */
export function createBinding(shop: Shop | undefined, hash: Hash, isShared: boolean) {
  const marks = shop && toMarks(shop, hash)
  /** What the database is bound by. That never ends, so a proxy alone does not ask again. */
  const bound = new Set<Step>()

  return {
    /** @throws Error in a sentence when the database was bound to another shop meanwhile */
    async check(ask: Ask) {
      if (marks && isShared) await checkMarks(ask, marks)
    },
    /** An event that is not a test order is stored, or was delivered. @throws Error when another shop was first */
    async use(ask: Ask, step: Step) {
      if (!marks || (bound.has(step) && !isShared)) return
      const known = await checkMarks(ask, marks)
      if (known[step] !== undefined) bound.add(step)
      else if ((await ask(BIND, [NAMES[step], marks[step]])).length === 0) await checkMarks(ask, marks)
    },
  }
}

/** Binds the database to this shop and API, whatever it belonged to. */
export async function adopt(ask: Ask, shop: Shop, hash: Hash) {
  const marks = toMarks(shop, hash)
  for (const step of Object.keys(NAMES) as Step[]) await write(ask, NAMES[step], marks[step]) // the keys of the table
}
