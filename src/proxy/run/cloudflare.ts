/**
 * What Ringup uses of Cloudflare's runtime, and no more: `@cloudflare/workers-types` declares a `Request`, a `Response` and
 * timers of its own, which are not those of the DOM and of Node that all other parts are written for.
 */

/** Storage of a Durable Object with SQLite. */
export interface ObjectStorage {
  sql: {
    exec(query: string, ...parameters: unknown[]): { toArray(): unknown[]; rowsWritten: number }
  }
  kv: {
    get(name: string): unknown
    put(name: string, value: unknown): void
    delete(name: string): void
  }
  transaction<Result>(write: () => Promise<Result>): Promise<Result>
  /** Replaces the one that is set. */
  setAlarm(atMs: number): Promise<void>
  /** Resolves once all writes are on the disk. */
  sync(): Promise<void>
}

/** All objects of a class. The methods of an object from afar are asynchronous, so the class has only such ones. */
export interface ObjectNamespace<Class> {
  idFromName(name: string): object
  get(id: object): Class
}
