/** The port: the operations of a browser that cases use. Each engine implements them. */

/** One browser engine on this machine. */
export interface Engine {
  name: string
  /** Debian's packages of the engine. */
  packages: string
  isInstalled(): boolean
  /** Starts a driven browser with an empty profile. */
  start(shop: Shop): Promise<Browser>
  /** Starts a browser without a driver, as a shopper does. Its profile outlives it. */
  visit(profile: string, ...urls: string[]): Visit
  /** Opens the page, ends its process, and opens the next page in another tab of the same browser. */
  crash(what: Crash): Promise<Stoppable>
}

export interface Crash {
  url: string
  /** Settles at the time of the crash. */
  isDue(): Promise<void>
  isCrashed(): void
  next: string
}

/** The file's purpose, and its path. */
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
  /** Runs in the page, and cannot use anything else of its file. Its promise is awaited. */
  run<Result, Input = undefined>(script: (input: Input) => Result, input?: Input): Promise<Awaited<Result>>
  close(): Promise<void>
}

export interface Visit {
  /** Its process and all child processes. */
  pid: number
  /** Kills the browser and all its helpers with `kill -9`, so none can write anything. */
  kill(): Promise<void>
}
