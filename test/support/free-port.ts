import { listen } from '../../src/proxy/run/listen.js'

/** A port that was free a moment ago, for a program that cannot choose one or has to get the same again. */
export async function findPort(): Promise<number> {
  const { port, stop } = await listen(() => new Response(), { host: '127.0.0.1', port: 0 })
  await stop()
  return port
}
