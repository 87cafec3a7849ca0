import type { Listening } from '../src/proxy/run/listen.js'

/** A server that can be closed and opened again on the same port. */
export interface Switch<Server extends Listening = Listening> {
  /** Undefined while it is closed. */
  running(): Server | undefined
  start(): Promise<Server>
  stop(): Promise<void>
}

/**
 * @param open starts the server on this port
 * @param firstPort 0 for a free port, which later starts use again
 */
export function createRestartable<Server extends Listening>(
  open: (port: number) => Promise<Server>,
  firstPort: number,
): Switch<Server> {
  let port = firstPort
  let server: Server | undefined
  return {
    running: () => server,
    async start() {
      server ??= await open(port)
      port = server.port
      return server
    },
    async stop() {
      const stopping = server
      server = undefined
      await stopping?.stop()
    },
  }
}
