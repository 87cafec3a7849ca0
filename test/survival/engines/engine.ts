/** The port: what a case asks of a browser. Each engine does it by its own means. */

/** One browser engine on this machine. */
export interface Engine {
  name: string
  /** Debian's packages, for whoever has not got it. */
  packages: string
  isInstalled(): boolean
  /** A browser that is told what to do, with an empty profile. */
  start(shop: Shop): Promise<Browser>
  /** A browser as a shopper starts it, with nobody looking on; its profile outlives it. */
  visit(profile: string, ...urls: string[]): Visit
  /** Opens the page, ends its process, and opens the next page in another tab of the same browser. */
  crash(what: Crash): Promise<Stoppable>
}

export interface Crash {
  url: string
  /** Settles when it is time. */
  isDue(): Promise<void>
  isCrashed(): void
  next: string
}

/** What it is about, and the way there. */
export interface Shop {
  url: string
  cutLine(): void
  mendLine(): Promise<void>
}

export interface Stoppable {
  stop(): Promise<void>
}

export interface Browser extends Stoppable {
  version: string
  /** A page of the shop in a new tab. */
  open(path: string): Promise<Tab>
  goOffline(): Promise<void>
  goOnline(): Promise<void>
}

export interface Tab {
  goTo(path: string): Promise<void>
  /** Runs in the page, and can use nothing of its file. A promise is waited for. */
  run<Result, Input = undefined>(script: (input: Input) => Result, input?: Input): Promise<Awaited<Result>>
  close(): Promise<void>
}

export interface Visit {
  /** Its process and those that it has started. */
  pid: number
  /** Kills it and all its helpers, as `kill -9` does: nothing gets a chance to write anything. */
  kill(): Promise<void>
}
