/**
 * `npm run dev`: builds the demo with source maps and starts it. After each change of a source it builds and starts the demo again,
 * and the inspector with its shop reloads itself. If a build fails, the running demo stays.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'

const FOLDER = 'dist.dev'
const SOURCES = ['src', 'demo', 'test/support']
/** An editor may write a file in several steps. */
const SETTLE_MS = 100

const start = (...args) => spawn(process.execPath, args, { stdio: 'inherit' })

let demo
async function restart() {
  const fromMs = performance.now()
  const [status] = await once(start('build.mjs', '--demo', '--maps', FOLDER), 'exit')
  if (status !== 0) return
  console.log(`Built in ${((performance.now() - fromMs) / 1000).toFixed(1)} s.`)
  if (demo?.exitCode === null) {
    demo.kill()
    await once(demo, 'exit')
  }
  demo = start('--enable-source-maps', `${FOLDER}/demo/serve.js`)
}

process.on('exit', () => demo?.kill())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit())

let turn = restart()
let timer
for (const folder of SOURCES) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => (turn = turn.then(restart)), SETTLE_MS)
  })
}
