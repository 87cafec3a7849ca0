/**
 * Breaks a copy of the source as mutations.json says, one line at a time, and checks that the named test fails.
 *
 * A row has the broken rule, the source's text, its replacement, and the queue's engine if it is not SQLite.
 *
 *   node test/mutations/run.mjs [words of a rule or a file]
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const COPIED = ['src', 'test', 'demo']
const all = JSON.parse(readFileSync(new URL('mutations.json', import.meta.url), 'utf8')).flatMap(
  ({ file, test, rows }) =>
    rows.map(([rule, find, replace, store = 'SQLite']) => ({ file, test, rule, find, replace, store })),
)
const chosen = all.filter(({ rule, file }) => `${file} ${rule}`.includes(process.argv[2] ?? ''))
const queue = [...chosen]
const survivors = []
/** For each test: does it pass without a mutation? */
const asItIs = new Map()

process.exitCode = 1 // unless all mutations are caught
await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutations were caught.`)
if (survivors.length === 0) process.exitCode = 0

/** Each worker has its own copy. */
async function work() {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-mutation-'))
  for (const name of readdirSync('.')) {
    if (COPIED.includes(name)) cpSync(name, join(folder, name), { recursive: true })
    else if (!name.startsWith('.')) symlinkSync(resolve(name), join(folder, name))
  }
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const verdict = await tryOne(folder, next)
      if (verdict !== 'caught') survivors.push(next)
      console.log(`${verdict.padEnd(10)}  ${next.file}: ${next.rule}  (${next.test})`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryOne(folder, { file, test, find, replace, store }) {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1) return `cannot be applied: the source contains the line ${places} times`
  const key = `${store} ${test}`
  if (!asItIs.has(key)) asItIs.set(key, passes(folder, test, store))
  if (!(await asItIs.get(key))) return 'cannot be tested: the test also fails without the mutation'
  const broken = source.replace(find, () => replace)
  writeFileSync(path, broken)
  const verdict = (await passes(folder, test, store)) ? 'NOT CAUGHT' : 'caught'
  writeFileSync(path, source)
  return verdict
}

/** Does the test pass? The queue's suites run on one engine. */
function passes(folder, test, store) {
  const options = ['--config', 'test/mutations/vitest.config.ts', '--reporter=dot', '--bail=1']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, test], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, STORE: store },
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}
