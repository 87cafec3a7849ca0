/** Listens on a free port, and reports it to the parent process. */
import type { Server } from 'node:http'

export function report(server: Server) {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
  })
}
