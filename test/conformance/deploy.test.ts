/**
 * Promise: the deployment files name settings that exist, Docker’s health check fails if the proxy does not work, and no file of the build
 * contains the API key.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '../../src/proxy/environment.js'
import { CONDITION_NAMES } from '../../src/proxy/operate/conditions.js'
import type { Health } from '../../src/proxy/operate/health.js'
import { createMetrics } from '../../src/proxy/operate/metrics.js'
import { KEY_OF_THE_BUILD } from '../support/build.mjs'
import { isInstalled } from '../support/programs.mjs'
import { newFolder } from '../support/proxy.js'
import { openProxy } from '../support/servers.js'

const read = (name: string) => readFileSync(join('src/proxy/deploy', name), 'utf8')

test.each(['Dockerfile', 'ringup.service', 'ringup.env.example'])('%s names settings that exist', (name) => {
  const variables = read(name).match(/\bRINGUP_[A-Z_]+/g) ?? []
  expect(variables.length).toBeGreaterThan(0)
  expect(variables.filter((variable) => !VARIABLES.includes(variable))).toEqual([])
})

test.skipIf(!isInstalled('systemd-analyze'))('systemd accepts the unit, and would find a misspelt line', () => {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  const file = join(folder.path, 'ringup.service')
  const findMistakes = (unit: string) => {
    writeFileSync(file, unit.replace('ExecStart=/usr/bin/node', 'ExecStart=/bin/true')) // this machine may have Node in another folder
    return spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr.match(/ringup\.service.*/g) ?? []
  }
  const unit = read('ringup.service')
  expect(findMistakes(unit)).toEqual([])
  expect(findMistakes(unit.replace('ProtectHome=', 'ProtectHouse='))).toEqual([expect.stringContaining('ProtectHouse')])
})

test('the health check is 0 for a proxy that accepts events, and 1 without a proxy', async () => {
  const proxy = await openProxy()
  const { port } = new URL(proxy.adminUrl)
  const running = await runHealthCheck(port)
  await proxy.remove()
  expect([running, await runHealthCheck(port)]).toEqual([0, 1])
})

/** Runs the health check. @returns its exit code */
function runHealthCheck(port: string): Promise<number | null> {
  const [, json = ''] = /HEALTHCHECK .*\\\n +CMD (\[.*\])/.exec(read('Dockerfile')) ?? []
  const [, ...args] = JSON.parse(json) as string[] // the form that Docker uses
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { RINGUP_ADMIN_PORT: port } }, () => resolve(child.exitCode))
  })
}

test('each rule for Prometheus uses a metric of the proxy', () => {
  const rules: { alert: string; expr: string }[] = parse(readFileSync('dist/prometheus-rules.yml', 'utf8')).groups[0]
    .rules
  const requests = { refused: [], webhooks: [] }
  const health: Health = { state: 'ok', isWell: true, summary: '', at: '', version: '1.2.3', conditions: [], requests }
  const metrics = createMetrics().toText(health)
  const missing = rules.filter(({ expr }) => !expr.startsWith('up{') && !metrics.includes(`\n${expr.split(' ')[0]} 0`))
  expect(missing).toEqual([])
  expect(rules).toHaveLength(CONDITION_NAMES.length + 1)
})

test('a build with the key in its environment does not contain it', () => {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const secret = KEY_OF_THE_BUILD.replace('Bearer ', '')
  const holding = files.filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes(secret))
  expect(files.length).toBeGreaterThan(10)
  expect(holding).toEqual([])
})
