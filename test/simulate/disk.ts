/** The server's disk: it outlives every process, and may fail, or see its process end, at any statement of a transaction. */
import type { Store, Transaction } from '../../src/proxy/queue/store/index.js'
import type { Actor } from './clock.js'

/** How the disk fails, with which statement from now on. */
export interface DiskTrouble {
  /** `full`: so does every one after it. `broken`: this one. `killed`: the process ends there, or right behind the commit. */
  kind: 'full' | 'broken' | 'killed'
  statements: number
}

export interface Disk {
  trouble: DiskTrouble | undefined
  /** The store as this process has it: nothing comes back to a dead one. */
  storeOf(actor: Actor): Store
}

export const never = () => new Promise<never>(() => {})

export function createDisk(store: Store, die: (actor: Actor) => void): Disk {
  const disk: Disk = { trouble: undefined, storeOf }

  function storeOf(actor: Actor): Store {
    const guard = async <Result>(result: Promise<Result>): Promise<Result> => {
      const done = await result.catch((error) => (actor.state === 'dead' ? never() : Promise.reject(error)))
      return actor.state === 'dead' ? never() : done
    }
    const toAsk = ({ ask }: Transaction): Transaction['ask'] => {
      return async (sql, values) => {
        meet(actor)
        return ask(sql, values)
      }
    }
    const transaction: Store['transaction'] = async (urgency, work) => {
      const result = store.transaction(urgency, (transaction) => {
        if (actor.state === 'dead') throw new Error('killed')
        return work({ ...transaction, ask: toAsk(transaction) })
      })
      const written = await guard(result)
      if (disk.trouble?.kind !== 'killed') return written
      disk.trouble = undefined
      die(actor)
      return never()
    }
    return { ...store, transaction, read: (work) => guard(store.read(work)), close: async () => {} }
  }

  function meet(actor: Actor) {
    const { trouble } = disk
    if (actor.state === 'dead') throw new Error('killed')
    if (!trouble || trouble.statements-- > 0) return
    if (trouble.kind !== 'full') disk.trouble = undefined
    if (trouble.kind === 'killed') die(actor)
    throw Object.assign(new Error('SqliteError: disk I/O error'), { code: 'SQLITE_IOERR' })
  }

  return disk
}
