/** The classes that Cloudflare's runtime makes objects of; see cloudflare.ts. */
declare module 'cloudflare:workers' {
  export class DurableObject<Env> {
    constructor(ctx: { storage: import('./cloudflare.js').ObjectStorage }, env: Env)
    protected ctx: { storage: import('./cloudflare.js').ObjectStorage }
    protected env: Env
  }

  export class WorkerEntrypoint<Env> {
    constructor(ctx: object, env: Env)
    protected env: Env
  }
}
