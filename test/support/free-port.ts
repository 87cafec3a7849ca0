import { listen } from '../../src/proxy/run/listen.js'

/** Lower than the ports that a system assigns itself (Linux: from 32768), so that no other program gets the port first. */
const LOWEST = 15_000
const COUNT = 15_000
const TRIES = 20

/** Finds a port that is free now, for a program that cannot choose one, or needs one port again after a restart. */
export async function findPort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    try {
      const { stop } = await listen(() => new Response(), { host: '127.0.0.1', port })
      await stop()
      return port
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
