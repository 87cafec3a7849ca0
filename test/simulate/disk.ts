/** The server's disk. It outlives every process. It can fail, and its process can be killed, at any statement of a transaction. */
import type { Store, Transaction } from '../../src/proxy/queue/store/index.js'
import type { Actor } from './clock.js'

/** A failure of the disk, and the number of statements before it. */
export interface DiskTrouble {
  /**
   * `full`: this statement and all later ones fail. `broken`: only this one fails. `killed`: the process ends there, or right after the
   * commit.
   */
  kind: 'full' | 'broken' | 'killed'
  statements: number
}

export interface Disk {
  trouble: DiskTrouble | undefined
  /** The store of one process. A dead process gets no more answers from it. */
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
