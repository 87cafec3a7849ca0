/** Promise: the files to deploy with name settings that exist, and Docker’s health check tells well from unwell. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { VARIABLES } from '../../src/proxy/environment.js'
import { startProxy } from '../../src/proxy/run/node.js'
import { isInstalled } from '../support/programs.mjs'
import { createSettings, newFolder } from '../support/proxy.js'
import { run } from '../support/proxy-process.js'

const read = (name: string) => readFileSync(join('src/proxy/deploy', name), 'utf8')

test.each(['Dockerfile', 'ringup.service', 'ringup.env.example'])('%s names settings that exist', (name) => {
  const named = read(name).match(/\bRINGUP_[A-Z_]+/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((variable) => !VARIABLES.includes(variable))).toEqual([])
})

test.each(['Dockerfile', 'ringup.service'])('%s starts what the build makes', (name) => {
  expect(read(name)).toMatch(/dist\/cli\.js("[, ]+"| )proxy/)
})

test.skipIf(!isInstalled('systemd-analyze'))(
  'systemd finds nothing wrong with the unit, and would find a misspelt line',
  () => {
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'ringup.service')
    const findMistakes = (unit: string) => {
      writeFileSync(file, unit.replace('ExecStart=/usr/bin/node', 'ExecStart=/bin/true')) // Node may be elsewhere here
      return (
        spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr.match(/ringup\.service.*/g) ?? []
      )
    }
    const unit = read('ringup.service')
    expect(findMistakes(unit)).toEqual([])
    expect(findMistakes(unit.replace('ProtectHome=', 'ProtectHouse='))).toEqual([
      expect.stringContaining('ProtectHouse'),
    ])
  },
)

test('the health check is 0 beside a proxy that takes events and 1 where none is', async () => {
  const folder = newFolder()
  const snippetFile = join(folder.path, 'ringup.js')
  writeFileSync(snippetFile, '// snippet')
  const settings = createSettings({ database: join(folder.path, 'ringup.db') })
  const proxy = await startProxy(settings, { snippetFile, log: () => {} })
  onTestFinished(() => folder.remove())
  const { port } = new URL(proxy.adminUrl)
  const beside = await runHealthCheck(port)
  await proxy.stop()
  expect([beside, await runHealthCheck(port)]).toEqual([0, 1])
})

test('from the files that the image has, the operator’s page has its script and style, and nothing else is needed', async () => {
  const image = newFolder()
  onTestFinished(() => image.remove())
  layOutImage(image.path)
  const proxy = run({ RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: 'ringup.db' }, ['proxy'], image.path)
  onTestFinished(async () => {
    proxy.child.kill()
    await proxy.ended
  })
  await expect.poll(proxy.said).toContain('The operator’s page is on')
  const [, admin] = /operator’s page is on (\S+)\/\./.exec(proxy.said()) ?? []
  for (const [name, type] of [
    ['operator.css', 'text/css'],
    ['operator.js', 'text/javascript'],
  ]) {
    const answer = await fetch(`${admin}/${name}`)
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
      name,
      200,
      expect.stringContaining(`${type}`),
    ])
    expect(await answer.text()).toBe(readFileSync(join('dist', `${name}`), 'utf8'))
  }
})

test('a file of the operator’s page that is missing is said at start', async () => {
  const image = newFolder()
  onTestFinished(() => image.remove())
  layOutImage(image.path)
  rmSync(join(image.path, 'dist/operator.css'))
  const proxy = run({ RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: 'ringup.db' }, ['proxy'], image.path)
  expect(await proxy.ended).toBe(1)
  expect(proxy.said()).toContain('operator.css is missing beside the proxy')
})

/** Copies what the last stage of the Dockerfile copies, from this build; of the packages those that are no development’s. */
function layOutImage(folder: string) {
  const stage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? ''
  for (const [, from, sources = '', target = ''] of stage.matchAll(/^COPY (?:--from=(\w+) )?(.+) (\S+)$/gm)) {
    const to = join(folder, target)
    mkdirSync(to, { recursive: true })
    if (from === 'packages') linkPackages(to)
    else for (const source of sources.replaceAll('/ringup/', '').split(' ')) copy(source, to)
  }
}

/** Copies as Docker does: of a folder what is in it; a pattern is every file that it fits. */
function copy(source: string, to: string) {
  const isFolder = !source.includes('*') && statSync(source).isDirectory()
  execFileSync('bash', ['-c', `cp -r ${source}${isFolder ? '/.' : ''} '${to}'`])
}

/** A link for each package that `npm ci --omit=dev` leaves. */
function linkPackages(to: string) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = path.replace('node_modules/', '')
    if (path === '' || dev || name.includes('node_modules/') || !existsSync(path)) continue // of another platform
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(resolve(path), join(to, name))
  }
}

/** Its exit code. */
function runHealthCheck(port: string): Promise<number | null> {
  const [, json = ''] = /HEALTHCHECK .*\\\n +CMD (\[.*\])/.exec(read('Dockerfile')) ?? []
  const [, ...args] = JSON.parse(json) as string[] // Docker’s own form
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { RINGUP_ADMIN_PORT: port } }, () => resolve(child.exitCode))
  })
}
