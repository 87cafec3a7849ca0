/**
 * The part of Cloudflare's runtime that Ringup uses. `@cloudflare/workers-types` declares its own `Request`, `Response`
 * and timers. All other parts are written for those of the DOM and of Node.
 */

/** Storage of a Durable Object with SQLite. */
export interface ObjectStorage {
  sql: {
    exec(query: string, ...parameters: unknown[]): { toArray(): unknown[]; rowsWritten: number }
  }
  transaction<Result>(write: () => Promise<Result>): Promise<Result>
  /** Replaces the current alarm. */
  setAlarm(atMs: number): Promise<void>
  /** Resolves once all writes are on the disk. */
  sync(): Promise<void>
}

/**
 * All objects of a class. An object's methods are asynchronous from outside, so the class has only asynchronous ones.
 */
export interface ObjectNamespace<Class> {
  idFromName(name: string): object
  get(id: object): Class
}
