/**
 * What Ringup uses of Cloudflare's runtime, and no more: `@cloudflare/workers-types` declares a `Request`, a `Response` and
 * timers of its own, which are not those of the DOM and of Node that all other parts are written for.
 */
declare module 'cloudflare:workers' {
  export class DurableObject<Env> {
    constructor(ctx: DurableObjectState, env: Env)
    protected ctx: DurableObjectState
    protected env: Env
  }

  export class WorkerEntrypoint<Env> {
    constructor(ctx: unknown, env: Env)
    protected env: Env
  }

  export interface DurableObjectState {
    storage: DurableObjectStorage
  }

  export interface DurableObjectStorage {
    sql: {
      exec(query: string, ...parameters: unknown[]): { toArray(): unknown[]; rowsWritten: number }
      databaseSize: number
    }
    kv: {
      get(name: string): unknown
      put(name: string, value: unknown): void
      delete(name: string): void
    }
    transactionSync<Result>(write: () => Result): Result
    setAlarm(atMs: number): Promise<void>
    /** Resolves once all writes are on the disk. */
    sync(): Promise<void>
  }

  /** `Class`: the object's; its methods can be called from afar. */
  export interface DurableObjectNamespace<Class> {
    idFromName(name: string): { name?: string }
    get(id: { name?: string }): Stub<Class>
  }

  /** Whatever a method returns, its caller waits for. */
  export type Stub<Class> = {
    [Name in keyof Class as Class[Name] extends (...parameters: never[]) => unknown
      ? Name
      : never]: Class[Name] extends (...parameters: infer Parameters) => infer Result
      ? (...parameters: Parameters) => Promise<Awaited<Result>>
      : never
  }
}
