/**
 * Measures a proxy that starts with many waiting events: the time until it listens, and, while it sends them, the longest pause of its
 * event loop and its memory.
 *
 *   npm run bench:proxy -- --waiting 50000
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill, newDatabases, newFile, start } from './filled.js'
import { readRssMb } from './proc.js'
import { end, startHelper, toPid } from './processes.js'
import { toTable } from './table.js'

export async function benchWaiting(events: number) {
  const rows: string[][] = []
  for (const place of [newFile(), ...(await newDatabases())]) {
    const api = await startHelper('api')
    const upstream = `http://127.0.0.1:${api.port}`
    await fill(place.database, upstream, events)
    const startedMs = performance.now()
    const { child: proxy } = await start(place.database, upstream)
    const readyMs = performance.now() - startedMs
    await readPause(proxy) // the start time includes loading the program
    const rssMb = [readRssMb([toPid(proxy)])]
    const pausesMs: number[] = []
    const fromMs = performance.now()
    while ((await api.ask<number>('count')) < events) {
      await sleep(500)
      pausesMs.push(await readPause(proxy))
      rssMb.push(readRssMb([toPid(proxy)]))
    }
    const perSecond = (events / (performance.now() - fromMs)) * 1_000
    const [firstMb = 0] = rssMb
    rows.push([
      place.engine,
      readyMs.toFixed(0),
      Math.max(...pausesMs).toFixed(0),
      `${firstMb.toFixed(0)}, ${toQuarter(rssMb).toFixed(0)} → ${Math.max(...rssMb).toFixed(0)}`,
      perSecond.toFixed(0),
    ])
    await end(proxy)
    await api.stop()
    await place.remove()
  }
  console.log(
    toTable([
      [`${events} events wait`, 'start ms', 'longest pause ms', 'RSS MB at start, quarter → most', 'sent/s'],
      ...rows,
    ]),
  )
}

/** Measured after a quarter is sent, when the program is warm. */
const toQuarter = (samples: number[]) => samples[Math.floor(samples.length / 4)] ?? Number.NaN

async function readPause(proxy: ChildProcess): Promise<number> {
  const answer = once(proxy, 'message')
  proxy.send('pause')
  const [ms] = await answer
  return Number(ms)
}
