/**
 * The shop and the API that a database belongs to, so that an order is never sent to another shop's API.
 *
 * The first event that is not a test order binds the database to its shop. The first delivery binds it to the API, because
 * an address that has taken no event may have been wrong. Both hold until an operator says otherwise (`ringup adopt`).
 */
import type { Hash } from '../seal.js'
import { read, write } from './meta.js'
import type { Ask } from './store/index.js'
import type { Shop } from './types.js'

const SHOP = 'shop'
const API = 'api'

const OF_ANOTHER =
  'it belongs to another shop, or to another API (RINGUP_ORIGINS, RINGUP_API_URL). Each shop needs a database of its own, or on Postgres a RINGUP_SCHEMA. If only the address of the API has changed: ringup adopt.'

const toMark = (text: string, hash: Hash) => hash('shop', text).toString('base64url')
const toMarks = ({ origins }: Shop, hash: Hash) => origins.map((origin) => toMark(origin, hash)).join(' ')

/**
 * Checks that the database belongs to this shop, or to none. Domains change one by one, so one common origin is enough.
 *
 * @throws Error in a sentence
 */
export async function checkShop(ask: Ask, own: Shop, hash: Hash) {
  const [shop, api] = [await read(ask, SHOP), await read(ask, API)]
  const marks = toMarks(own, hash)
  const isSame = shop === undefined || shop.split(' ').some((mark) => marks.split(' ').includes(mark))
  const isSameApi = api === undefined || api === toMark(own.apiUrl, hash)
  if (!isSame || !isSameApi) throw new Error(OF_ANOTHER)
  if (shop !== undefined) await write(ask, SHOP, marks)
}

export type Binding = ReturnType<typeof createBinding>

/** @param isShared other proxies use the database too, so each transaction compares */
export function createBinding(shop: Shop | undefined, hash: Hash, isShared: boolean) {
  const marks = shop && { stored: [SHOP, toMarks(shop, hash)], delivered: [API, toMark(shop.apiUrl, hash)] }

  /** @throws Error in a sentence when the database was bound to another shop meanwhile */
  async function check(ask: Ask) {
    if (shop && isShared) await checkShop(ask, shop, hash)
  }

  return {
    check,
    /** An event that is not a test order is stored, or was delivered. @throws Error when another shop was first */
    async use(ask: Ask, step: 'stored' | 'delivered') {
      if (!marks) return
      await ask('INSERT INTO meta (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING', marks[step])
      await check(ask)
    },
  }
}

/** Binds the database to this shop and API, whatever it belonged to. */
export async function adopt(ask: Ask, shop: Shop, hash: Hash) {
  await write(ask, SHOP, toMarks(shop, hash))
  await write(ask, API, toMark(shop.apiUrl, hash))
}
