/**
 * Applies each mutation of the list to a copy of the source, and checks that the named test fails.
 *
 *   node test/mutations/run.mjs [words of a name]
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { MUTATIONS } from './list.mjs'
import { findSource, findTests } from './place.mjs'

const COPIED = ['src', 'test', 'demo']
const chosen = MUTATIONS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
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
    for (let next = queue.shift(); next; next = queue.shift()) await tryOne(folder, next)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryOne(folder, mutation) {
  const { name, find, replace, store = 'SQLite' } = mutation
  const [places, [test, ...others]] = [findSource(mutation), findTests(mutation)]
  let verdict = `cannot be applied: the source contains the line ${places.length} times`
  if (!test || others.length > 0) verdict = `cannot be tested: ${others.length + (test ? 1 : 0)} tests have this name`
  else if (places.length === 1 && !(await passesAsItIs(folder, test, store)))
    verdict = 'cannot be tested: the test also fails without the mutation'
  else if (places.length === 1) {
    const path = join(folder, places[0])
    const source = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
    verdict = (await passes(folder, test, store)) ? 'NOT CAUGHT' : 'caught'
    writeFileSync(path, source)
  }
  if (verdict !== 'caught') survivors.push(name)
  console.log(`${verdict.padEnd(10)}  ${name}  (${test})`)
}

function passesAsItIs(folder, test, store) {
  const key = `${store} ${test}`
  if (!asItIs.has(key)) asItIs.set(key, passes(folder, test, store))
  return asItIs.get(key)
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
