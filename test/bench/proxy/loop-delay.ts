/** Loaded into a proxy first. On request, reports the longest pause of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('message', () => {
    process.send?.(delay.max / 1e6)
    delay.reset()
  })
}
