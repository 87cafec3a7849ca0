/**
 * Promise: the README's commands work. Bash runs each block unchanged, except for addresses, folders, and programs that need a whole
 * machine (sudo, systemctl, docker).
 */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import packageJson from '../../package.json' with { type: 'json' }
import { createClient } from '../support/api.js'
import { newFolder } from '../support/folder.js'
import { type Running, watch } from '../support/proxy-process.js'
import { readBlock } from '../support/readme.js'

const scripts: Record<string, string> = packageJson.scripts
/** Returns a script's commands. The last one takes the place of the shell, so that it gets the signals. */
const toStart = (name: string) => scripts[name]?.replace(/&& (?=[^&]+$)/, '&& exec ') ?? ''

/** With Vitest's own variables, another Vitest would believe that it is a worker of this one. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name)))

describe('npm', () => {
  test('installs the packages of the lock file, which matches package.json', () => {
    // Without the network, and without a change.
    expect(() => execFileSync('npm', ['ci', '--dry-run', '--offline'], { stdio: 'ignore' })).not.toThrow()
  })

  test('the demo starts, prints its address, and removes its data at the end', async () => {
    const { path, remove } = newFolder()
    const start = readBlock('demo').replace('npm ci && npm run demo', toStart('demo'))
    const demo = startBash(start, { PORT: '0', API_PORT: '0', RINGUP_ADMIN_PORT: '0', TMPDIR: path })
    await expect.poll(demo.said).toContain('Ctrl+C')
    const answers = await Promise.all((demo.said().match(/http:\S+/g) ?? []).map((url) => fetch(url)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const before = readdirSync(path)
    expect([await end(demo), before.length, readdirSync(path)]).toEqual([0, 1, []])
    remove()
  })
})

test('the tests of the interface run against the named API', async () => {
  const authorization = 'Token of this test'
  const api = await startApi({ authorization, port: 0, lists: { '42': 'One', '43': 'Other' } })
  await createClient(api.baseUrl, authorization).post('sessions/', { email: 'you@example.com' })
  const commands = readBlock('tests of the interface')
    .replace('https://api.example.com/v1/shop', api.baseUrl)
    .replace('Token …', authorization)
  // Only a few of them, because all of them run separately.
  const { ended, said } = startBash(`${commands.trim()} -- -t 'adding a contact'`, {})
  expect(await ended, said()).toBe(0)
  expect(said()).toMatch(/Tests .* passed/)
  await api.stop()
})

function startBash(commands: string, env: Record<string, string>): Running {
  return watch(spawn('bash', ['-ec', commands], { env: { ...environment, ...env } }))
}

function end({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}
