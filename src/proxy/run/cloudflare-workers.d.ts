/** The base classes of Cloudflare's runtime. See cloudflare.ts. */
declare module 'cloudflare:workers' {
  interface ObjectState {
    /** Its text is the name of the object's file. */
    id: object
    storage: import('../cloudflare.js').ObjectStorage
  }

  export class DurableObject<Env> {
    constructor(ctx: ObjectState, env: Env)
    protected ctx: ObjectState
    protected env: Env
  }

  export class WorkerEntrypoint<Env> {
    constructor(ctx: object, env: Env)
    protected env: Env
  }
}
