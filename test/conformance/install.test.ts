/**
 * Promise: the files for operators work unchanged: the image (by Docker or by its own steps), and a file of settings. A wrong setting is
 * named in a sentence.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { newFolder, newOrder, ORIGIN } from '../support/proxy.js'
import { watch } from '../support/proxy-process.js'
import { until } from '../support/until.js'
import { send } from '../support/wire.js'

const DEPLOY = 'src/proxy/deploy'
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
const KEY = Buffer.alloc(32, 7).toString('base64')
const SETTINGS = {
  RINGUP_API_URL: 'http://127.0.0.1:1',
  RINGUP_API_AUTHORIZATION: 'Token x',
  RINGUP_ORIGINS: ORIGIN,
  RINGUP_KEY: KEY,
}

describe('the image', () => {
  const dockerfile = read('Dockerfile')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  test('has all that the proxy needs, and its user may write to the database only', async () => {
    const folder = newFolder()
    const image = startImage(folder.path)
    onTestFinished(() => {
      image.end()
      folder.remove()
    })
    const [port, adminPort] = await image.ready
    expect((await send(`http://127.0.0.1:${port}`, { body: newOrder() })).status).toBe(202)
    expect((await fetch(`http://127.0.0.1:${port}/ringup/ringup.js`)).status).toBe(200)
    for (const name of ['operator.css', 'operator.js'])
      expect(await image.readAdmin(adminPort, name)).toBe(readFileSync(join('dist', name), 'utf8'))
    expect(image.run(['events', 'list'])).toContain('convert')
    expect(await image.stop()).toBe(0)
  })

  /** Copies as Docker does: a folder's content, or every file that matches a pattern. */
  function copy(source: string, to: string) {
    const isFolder = !source.includes('*') && statSync(source).isDirectory()
    mkdirSync(to, { recursive: true })
    execFileSync('bash', ['-c', `cp -r ${source}${isFolder ? '/.' : ''} '${to}'`])
  }

  /** Performs the Dockerfile's instructions here: packages without dev dependencies, copied files, user and command. */
  function startBySteps(root: string) {
    const app = join(root, 'ringup')
    const data = join(root, 'data')
    mkdirSync(app)
    mkdirSync(data, { mode: 0o700 })
    chmodSync(root, 0o755)
    const packages = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' })
    for (const path of packages.trim().split('\n').slice(1)) {
      const to = join(app, relative(process.cwd(), path))
      if (!existsSync(to))
        cpSync(path, to, { recursive: true, filter: (from) => !from.slice(path.length).includes('node_modules') })
    }
    for (const [, sources = '', to = ''] of last.matchAll(/^COPY (?:--from=build )?(?!--)(.+) (\S+)$/gm))
      for (const source of sources.replaceAll('/ringup/', '').split(' ')) copy(source, join(app, to))
    const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(last) ?? []
    const [program = '', ...args] = JSON.parse(command) as string[]
    const [, pairs = ''] = /^ENV (.+)$/m.exec(last) ?? []
    const named = pairs.replace('/data', data).split(' ')
    const own = Object.fromEntries(named.map((each) => each.split('=') as [string, string]))
    const env = { PATH: process.env.PATH, ...SETTINGS, ...own, PORT: '0', RINGUP_ADMIN_PORT: '0' }
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(data, 1000, 1000)
    const user = isRoot ? { uid: 1000, gid: 1000 } : {}
    const { child, said, ended } = watch(spawn(program, args, { cwd: app, env, ...user }))
    const ready = until(() => {
      const [, port, adminPort] = /listens on http:\S+?:(\d+)\/[\s\S]*http:\S+?:(\d+)\/health/.exec(said()) ?? []
      return port !== undefined && [port, adminPort]
    })
    return {
      ready,
      run: (words: string[]) =>
        execFileSync(program, [...args.slice(0, -1), ...words], { cwd: app, env, ...user, encoding: 'utf8' }),
      readAdmin: async (adminPort = '', name = '') => (await fetch(`http://127.0.0.1:${adminPort}/${name}`)).text(),
      stop() {
        child.kill('SIGTERM')
        return ended
      },
      end: () => child.kill('SIGKILL'),
    }
  }

  /** Follows the guide. */
  function startByDocker(root: string): ReturnType<typeof startBySteps> {
    const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8' })
    const [tag, name, file] = ['ringup-test', `ringup-test-${process.pid}`, join(root, 'ringup.env')]
    const lines = Object.entries(SETTINGS).map((pair) => pair.join('='))
    writeFileSync(file, lines.join('\n'))
    docker('build', '-q', '-f', join(DEPLOY, 'Dockerfile'), '-t', tag, '.')
    const limits = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--stop-timeout', '15']
    docker('run', '-d', '--name', name, ...limits, '--env-file', file, '-v', '/data', '-p', '127.0.0.1:0:8787', tag)
    const isHealthy = () => docker('inspect', '-f', '{{.State.Health.Status}}', name).trim() === 'healthy'
    const ready = until(isHealthy).then(() => [docker('port', name, '8787').trim().split(':').at(-1), '8788'])
    return {
      ready,
      run: (words) => docker('exec', name, 'ringup', ...words),
      readAdmin: async (_adminPort, file) =>
        docker(
          'exec',
          name,
          'node',
          '-e',
          `fetch('http://127.0.0.1:8788/${file}').then((a) => a.text()).then((t) => process.stdout.write(t))`,
        ),
      async stop() {
        docker('stop', name)
        return Number(docker('inspect', '-f', '{{.State.ExitCode}}', name))
      },
      end: () => spawnSync('docker', ['rm', '-fv', name]).status === 0,
    }
  }

  const hasDocker = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
  const startImage = hasDocker ? startByDocker : startBySteps
  if (hasDocker) vi.setConfig({ testTimeout: 900_000 }) // it builds
})

describe('the compose file', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  test('names files and volumes that exist', () => {
    const { build, env_file, volumes: own } = services.ringup
    expect(resolve(DEPLOY, build.context)).toBe(process.cwd())
    expect(existsSync(join(build.dockerfile))).toBe(true)
    expect(resolve(DEPLOY, env_file)).toBe(resolve('ringup.env'))
    expect(own).toEqual(['ringup:/data', 'scripts:/scripts'])
    const mounted = services.caddy.volumes.map((each: string) => each.split(':')[0])
    expect(mounted.filter((each: string) => each.startsWith('.') && !existsSync(join(DEPLOY, each)))).toEqual([])
    expect(Object.keys(volumes)).toEqual(['ringup', 'scripts', 'caddy'])
  })

  test('publishes the proxy through Caddy only, with minimal rights', () => {
    const { ports, read_only, cap_drop, environment } = services.ringup
    expect({ ports, read_only, cap_drop, environment }).toEqual({
      ports: undefined,
      read_only: true,
      cap_drop: ['ALL'],
      environment: { RINGUP_TRUSTED_HOPS: '1', RINGUP_SCRIPTS: '/scripts' },
    })
    expect(read('Caddyfile')).toContain('{$RINGUP_AT:ringup:8787}')
  })
})

describe('ringup --env-file', () => {
  const folder = newFolder()
  afterAll(() => folder.remove())
  const file = join(folder.path, 'ringup.env')
  const run = (text: string, args: string[], env: Record<string, string> = {}) => {
    writeFileSync(file, text)
    const { status, stdout, stderr } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }
  const example = read('ringup.env.example')
    .replace('RINGUP_API_AUTHORIZATION=', 'RINGUP_API_AUTHORIZATION=Token x#1')
    .replace('RINGUP_KEY=', `RINGUP_KEY=${KEY}`)
    .replace('RINGUP_API_URL=', 'RINGUP_API_URL=http://127.0.0.1:1')
    .replace('RINGUP_ORIGINS=', `RINGUP_ORIGINS=${ORIGIN}`)

  test.each([[['--env-file', file, 'check']], [['check', '--env-file', file]]])(
    '%j accepts the example when it is filled in',
    (args) => {
      expect(run(example, args).out).toMatch(
        /^ok +The settings are in order: https:\/\/shop\.example may send to \/ringup\.$/m,
      )
    },
  )

  test('loses against the environment', () => {
    const { out } = run(example, ['--env-file', file, 'check'], { RINGUP_PATH: '/events' })
    expect(out).toContain('may send to /events.')
  })

  test('with a line that is not a setting: exit code 1, in a sentence', () => {
    const { status, err } = run(`RINGUP_ORIGINS https://shop.example\n${example}`, ['--env-file', file, 'proxy'])
    const sentence = /^Line 1 of .* is not a setting: write NAME=value, without spaces/
    expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(sentence) })
  })

  test('of a missing file: a problem, and the sentence names it', () => {
    const { status, err } = run(example, ['--env-file', '/nowhere/ringup.env', 'events', 'list'])
    expect(status).toBeGreaterThan(0)
    expect(err).toMatch(/^.*\/nowhere\/ringup\.env.*\n$/) // Node 20 reports this itself
  })
})
