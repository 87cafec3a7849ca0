/** What the inspector shows besides the journeys: read anew again and again while somebody watches, told when it changes. */

import type { Fault } from '../fault-words.js'
import type { ConvertEntry, Session } from '../reference-api/records.js'
import type { Journey } from './event-log.js'
import { type InQueue, type Placed, type Reconciliation, toReconciliation } from './stage.js'

interface Customer {
  email: string
  lists: { list_id: string; custom_fields: Record<string, string> }[]
  [field: string]: unknown
}

/** What `GET` of the reference API answers. */
export interface ApiData {
  sessions: Session[]
  customers: Customer[]
  conversions: ConvertEntry[]
}

export interface Health {
  state: string
  problems: { reason: string; list?: string }[]
}

export interface DemoState {
  fault: Fault
  reconciliation: Reconciliation
  queue: InQueue[]
  /** The proxy's health; null while it is away. */
  health: Health | null
  api: Pick<ApiData, 'sessions' | 'customers'>
  /** Id → name. */
  lists: Record<string, string>
}

/** What the state is read from. */
export interface Readers {
  fault(): Fault
  placed(): Placed[]
  journeys(): Journey[]
  queue(): Promise<InQueue[]>
  health(): Promise<Health | null>
  api(): Promise<ApiData>
  lists: Record<string, string>
}

const POLL_MS = 250
/** More than this nobody reads. */
const MAX_ROWS = 100

async function readState(from: Readers): Promise<DemoState> {
  const placed = from.placed()
  const journeys = structuredClone(from.journeys())
  const queue = await from.queue()
  const api = await from.api()
  const health = await from.health()
  return {
    fault: from.fault(), // after all that takes time: it would show a switch as it was before it was pressed
    reconciliation: toReconciliation({ placed, journeys, queue, api }),
    queue,
    health,
    api: { sessions: api.sessions.slice(-MAX_ROWS), customers: api.customers.slice(-MAX_ROWS) },
    lists: from.lists,
  }
}

/** @returns what to call to hear no more */
export function watchState(from: Readers, onChange: (state: DemoState) => void): () => void {
  let last = ''
  let stopped = false
  async function poll() {
    const state = await readState(from).catch(() => undefined) // while a server of the demo stops or starts
    if (stopped) return
    const text = JSON.stringify(state)
    if (state && text !== last) onChange(state)
    last = text
    setTimeout(poll, POLL_MS)
  }
  void poll()
  return () => {
    stopped = true
  }
}
