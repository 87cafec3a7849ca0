import type { Listening } from '../src/proxy/run/listen.js'

/** A server that can be taken away and brought back: really closed, then open on the port it had. */
export interface Switch<Server extends Listening = Listening> {
  /** Undefined while it is away. */
  running(): Server | undefined
  start(): Promise<Server>
  stop(): Promise<void>
}

/**
 * @param open starts the server on this port
 * @param firstPort may be 0: the first start finds a port, and every later one uses it again
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
