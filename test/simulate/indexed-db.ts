/** The part of IndexedDB that the snippet uses. A finished transaction is on the disk. A deletion waits for all open connections. */
import type { Actor, Clock } from './clock.js'
import type { Random } from './random.js'

interface Connection {
  actor: Actor
  isOpen: boolean
  onversionchange?: (event: { newVersion: number | null }) => void
  onclose?: () => void
}

interface Request {
  result?: unknown
  onsuccess?: () => void
  onerror?: (error: unknown) => void
  onupgradeneeded?: () => void
  transaction?: { abort(): void }
}

/** The next operations, in order. An operation that returns false is tried again later. */
type Job = () => boolean

export interface Copies {
  /** The entries by id; undefined without a database. */
  texts: Map<string, string> | undefined
  isRefused: boolean
  /** The shopper clears the database. Open connections get a `close` event. */
  clear(): void
  /** The page's `indexedDB`. */
  openFor(actor: Actor): object
}

interface Options {
  clock: Clock
  random: Random
  /** The browser's disk. */
  disk: Actor
  onCopied(text: string): void
  /** Evicts a page in the back/forward cache that has an open connection. */
  evict(actor: Actor): void
}

export function createCopies({ clock, random, disk, onCopied, evict }: Options): Copies {
  const copies: Copies = { texts: undefined, isRefused: false, clear, openFor }
  const connections = new Set<Connection>()
  const jobs: Job[] = []
  let isPlanned = false

  function work() {
    isPlanned = false
    if (jobs[0]?.()) jobs.shift()
    if (jobs.length > 0) plan()
  }

  function plan() {
    if (isPlanned) return
    isPlanned = true
    clock.after(disk, random.whole(1, 20), work)
  }

  function add(job: Job) {
    jobs.push(job)
    plan()
  }

  const answer = (actor: Actor, request: Request, result?: unknown) => {
    request.result = result
    clock.after(actor, 0, () => request.onsuccess?.())
    return true
  }

  function openFor(actor: Actor) {
    return {
      open(_name: string, version?: number) {
        if (copies.isRefused) throw new Error('SecurityError')
        const request: Request = {}
        if (version !== undefined) {
          add(closeAll(version, () => giveUp(actor, request)))
          return request
        }
        add(() => {
          const database = connect(actor)
          if (copies.texts) return answer(actor, request, database)
          copies.texts = new Map()
          request.result = database
          clock.after(actor, 0, () => request.onupgradeneeded?.())
          return answer(actor, request, database)
        })
        return request
      },
      databases: () =>
        new Promise<{ name: string }[]>((resolve) => {
          add(() => {
            const names = copies.texts ? [{ name: 'ringup' }] : []
            clock.after(actor, 0, () => resolve(names))
            return true
          })
        }),
      deleteDatabase() {
        const request: Request = {}
        const remove = () => {
          copies.texts = undefined
          return answer(actor, request)
        }
        add(closeAll(null, remove))
        return request
      },
    }
  }

  /** Tells all open connections, and waits until each is closed. */
  function closeAll(newVersion: number | null, then: Job): Job {
    let isNotified = false
    return () => {
      const open = [...connections].filter(({ isOpen, actor }) => isOpen && actor.state !== 'dead')
      if (!isNotified) for (const connection of open) notify(connection, newVersion)
      isNotified = true
      return open.length === 0 && then()
    }
  }

  /** The snippet requests a new version only to notify the other tabs, and then aborts the request. */
  function giveUp(actor: Actor, request: Request): boolean {
    request.transaction = { abort: () => request.onerror?.(new Error('AbortError')) }
    clock.after(actor, 0, () => request.onupgradeneeded?.())
    return true
  }

  function clear() {
    copies.texts = undefined
    for (const connection of connections) {
      connection.isOpen = false
      clock.after(connection.actor, 0, () => connection.onclose?.())
    }
    connections.clear()
  }

  function notify(connection: Connection, newVersion: number | null) {
    const hear = () => connection.isOpen && connection.onversionchange?.({ newVersion })
    if (connection.actor.state === 'frozen') evict(connection.actor)
    else clock.after(connection.actor, 0, hear)
  }

  function connect(actor: Actor) {
    const connection: Connection = { actor, isOpen: true }
    connections.add(connection)
    const close = () => {
      connection.isOpen = false
      connections.delete(connection)
    }
    return Object.assign(connection, { createObjectStore() {}, close, transaction: () => begin(connection) })
  }

  function begin({ actor, isOpen }: Connection) {
    if (!isOpen) throw new Error('InvalidStateError')
    let isCommitted = false
    const ask = (change: (texts: Map<string, string>) => unknown) => {
      const request: Request = {}
      add(() => {
        // A transaction without a commit is rolled back when its page ends.
        if (actor.state === 'dead' && !isCommitted) return true
        return answer(actor, request, change(copies.texts ?? new Map()))
      })
      return request
    }
    const store = {
      put: (text: string, id: string) => ask((texts) => texts.set(id, text) && onCopied(text)),
      delete: (id: string) => ask((texts) => texts.delete(id)),
      clear: () => ask((texts) => texts.clear()),
      count: () => ask((texts) => texts.size),
      getAllKeys: () => ask((texts) => [...texts.keys()]),
      getAll: () => ask((texts) => [...texts.values()]),
    }
    const commit = () => {
      isCommitted = true
    }
    return { objectStore: () => store, commit }
  }

  return copies
}
