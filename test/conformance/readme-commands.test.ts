/**
 * Promise: the README's commands do what it says. Each block is run as it stands, by bash; only addresses, folders and
 * programs of a whole machine (sudo, systemctl, docker) are put in their place.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import packageJson from '../../package.json' with { type: 'json' }
import { createClient } from '../support/api.js'
import { type Running, watch } from '../support/proxy-process.js'
import { readBlock, readme } from '../support/readme.js'

const scripts: Record<string, string> = packageJson.scripts
/** What a script comes to when the build is done. */
const toStart = (name: string) => scripts[name]?.split(' && ').at(-1) ?? ''

const read = (path: string) => readFileSync(path, 'utf8')

/** Vitest's own variables would make another Vitest believe that it is a worker of this one. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name)))

describe('npm', () => {
  test('installs what the lock file says, which agrees with package.json', () => {
    // Without the network, and without a change.
    expect(() => execFileSync('npm', ['ci', '--dry-run', '--offline'], { stdio: 'ignore' })).not.toThrow()
  })

  test('has each script that the README names', () => {
    const named = [...readme.matchAll(/\bnpm (?:run )?([a-z]+(?::[a-z]+)?)\b/g)].map(([, name]) => name ?? '')
    const known = named.filter((name) => !['ci', 'run', 'install', 'pack', 'prune'].includes(name))
    expect(new Set(known).size).toBeGreaterThan(8)
    expect(known.filter((name) => !scripts[name])).toEqual([])
  })

  test.each(Object.entries(scripts))('%s starts files that are there after the build', (_name, script) => {
    const files = script.match(/\b(?:dist|test)\/[\w./-]+|\bbuild\.mjs\b/g) ?? []
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  test('the commands to see it work and to test it are the ones that are run for each change', () => {
    const commands = read('.ci/run')
    expect(commands).toContain(`(${readBlock('demo check')})`)
    expect(commands).toContain(`(${readBlock('test')})`)
  })

  test('the demo starts, and says where it is', async () => {
    const start = readBlock('demo').replace('npm ci && npm run demo', `exec ${toStart('demo')}`)
    const demo = startBash(start, { PORT: '0', API_PORT: '0', RINGUP_ADMIN_PORT: '0' })
    await expect.poll(demo.said).toContain('Ctrl+C')
    const answers = await Promise.all((demo.said().match(/http:\S+/g) ?? []).map((url) => fetch(url)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await end(demo)).toBe(0)
  })
})

/** Runs a block with `docker` replaced by a function that prints its arguments. */
const toDocker = (block: string) =>
  execFileSync('bash', ['-ec', `docker() { printf '%s %s\\n' "$EVENTS_HOST" "$*"; }\n${block}`], {
    encoding: 'utf8',
  }).trimEnd()

describe('Docker', () => {
  test('is given files and a folder that the image has', () => {
    const [build = '', start = '', list = ''] = toDocker(readBlock('docker')).split('\n')
    const [, file = ''] = /^ build -f (\S+) -t ringup \.$/.exec(build) ?? []
    const image = read(file)
    expect(image).toContain('RINGUP_DATABASE=/data/')
    expect(image).toContain('EXPOSE 8787')
    expect(start).toMatch(/^ run .*--read-only .*-v ringup:\/data -p 127\.0\.0\.1:8787:8787 ringup$/)
    expect(image.replaceAll(/^# */gm, '')).toContain(readBlock('docker').replaceAll(/^ +|\ndocker exec.*/gm, ''))
    expect(list).toBe(' exec ringup ringup events list')
  })

  test('composes files that are there', () => {
    const said = toDocker(readBlock('compose'))
    const [, host, file = ''] = /^(\S+) compose -f (\S+) up -d --build$/.exec(said) ?? []
    expect([host, existsSync(file)]).toEqual(['events.shop.example', true])
  })
})

test('the tests of the interface run against the API that they are told of', async () => {
  const authorization = 'Token of this test'
  const api = await startApi({ authorization, port: 0, lists: { '42': 'One', '43': 'Other' } })
  await createClient(api.baseUrl, authorization).post('sessions/', { email: 'you@example.com' })
  const commands = readBlock('tests of the interface')
    .replace('https://api.example.com/v1/shop', api.baseUrl)
    .replace('Token …', authorization)
  // Some, to see where they go: all of them run by themselves beside this test.
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
