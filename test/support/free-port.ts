import { listen } from '../../src/proxy/run/listen.js'

/** Below those that a system gives to whoever asks for any (Linux: from 32768), so that nobody gets it in between. */
const LOWEST = 15_000
const COUNT = 15_000
const TRIES = 20

/** A port that was free a moment ago, for a program that cannot choose one or has to get the same again. */
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
