/**
 * Promise: every command of every guide runs as printed. It runs on a Debian machine of its own, with the printed paths and ports. The
 * recipes run while events wait. No event is lost or doubled, and the proxy runs at the end, also if a step has failed.
 */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConvertEntry } from '../../demo/reference-api/records.js'
import { isLong } from '../support/long.js'
import { type Running, watch } from '../support/proxy-process.js'
import { BLOCKS, readBlock } from '../support/readme.js'
import { until } from '../support/until.js'

type Block = keyof typeof BLOCKS

/** Blocks that run below. */
const RUN: Block[] = [
  ...(['proxy start', 'settings file', 'find'] as const),
  ...(['systemd install', 'systemd start', 'events list', 'back up', 'restore', 'move from', 'move to'] as const),
  ...(['update', 'add a key', 'remove a key'] as const),
]
/** Blocks that another file runs. */
const RUN_ELSEWHERE: Partial<Record<Block, string>> = {
  demo: 'test/conformance/readme-commands.test.ts',
  postgres: 'test/conformance/postgres.test.ts',
  test: '.ci/run',
  'tests of the interface': 'test/conformance/readme-commands.test.ts',
}

/** The settings of a shop on Shopify, which run below too. */
const [SHOPIFY = ''] = /(?<=^```sh\n)(.*?)(?=^```)/ms.exec(readFileSync('src/shopify/README.md', 'utf8')) ?? []

const guides = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')

test.each(guides)('each command of %s is run by a test, or marked with the reason', (path) => {
  const text = readFileSync(path, 'utf8')
  const blocks = [...text.matchAll(/(<!-- not run: .{10,} -->\n)?^```(?:sh|bash|console)\n(.*?)^```/gms)]
  const isRun = (code: string) =>
    code === SHOPIFY || [...RUN, ...Object.keys(RUN_ELSEWHERE)].some((name) => code.includes(BLOCKS[name as Block]))
  expect(blocks.filter(([, mark, code = '']) => !mark && !isRun(code)).map(([, , code]) => code)).toEqual([])
})

test.each(Object.entries(RUN_ELSEWHERE))('the block "%s" is run in %s', (name, file) => {
  const text = readFileSync(file, 'utf8')
  expect(text.includes(`'${name}'`) || text.includes(readBlock(name as Block))).toBe(true)
})

const API = 'http://127.0.0.1:4001/api/v1/demo'
const PROXY = 'http://127.0.0.1:8787/ringup'
const SHOPPERS = 3_000
const READ = 'curl -sS -H "Authorization: Token demo"'

// This takes minutes, so it belongs to the long run.
const hasMachine = isLong && canMakeMachine()
if (isLong && !hasMachine)
  console.warn('SKIPPED: this machine does not allow namespaces, so the commands of the guides were not run.')

if (hasMachine)
  describe('on a machine of its own', () => {
    let machine: Machine
    let orders = 0

    /** Runs a block in the guide's folder. */
    const follow = (name: Block, folder = '/', env = {}) => machine.run(`cd ${folder}\n${readBlock(name)}`, env)
    const isUp = async () => (await machine.run('curl -sf http://127.0.0.1:8788/health')).code === 0
    const untilUp = () => until(isUp)

    function startApi(on = machine) {
      const { said } = on.start('API_DATABASE=/mnt/api.db exec node /srv/project/dist/demo/api.js')
      return until(() => said().includes('stops it'))
    }
    const stopApi = () => machine.run("pkill -f '[d]emo/api.js'; while pgrep -f '[d]emo/api.js'; do sleep 0.1; done")

    /** Shoppers order while `act` runs. */
    async function whileShopping(act: () => Promise<unknown>) {
      const shoppers: Running = machine.start(
        `exec node /srv/project/test/support/machine/shopper.mjs ${PROXY} ${orders + 1}`,
      )
      await act()
      await machine.run('pkill -TERM -f [s]hopper.mjs')
      expect(await shoppers.ended, shoppers.said()).toBe(0)
      orders = Number(shoppers.said())
    }

    /** The order numbers of all requests that changed a session. */
    async function readEffects(on = machine) {
      const { out } = await on.run(`${READ} ${API}/conversions/`)
      const { conversions } = JSON.parse(out) as { conversions: ConvertEntry[] } // as the API documents it
      return conversions.filter(({ session }) => session !== null).map(({ order_number: number }) => number)
    }
    const untilDelivered = () => until(async () => (await readEffects()).length > orders)
    /** Expects that the last accepted order has arrived, and that each order has arrived once. */
    async function expectAllOnce(on = machine) {
      const expected = Array.from({ length: orders }, (_, index) => `N-${index + 1}`)
      await until(async () => new Set(await readEffects(on)).size >= orders)
      expect((await readEffects(on)).sort()).toEqual(expected.sort())
    }
    const fillIn = (file: string) =>
      machine.run(
        `sed -i -e 's|^RINGUP_API_URL=.*|RINGUP_API_URL=${API}|' -e 's|^RINGUP_API_AUTHORIZATION=.*|&Token demo|' \
          -e 's|^RINGUP_ORIGINS=.*|RINGUP_ORIGINS=https://shop.example|' ${file}`,
      )

    beforeAll(async () => {
      machine = await makeMachine()
      const copy = `mkdir -p /mnt/origin && cd /srv/project && git ls-files -coz --exclude-standard |
        tar -c --null --ignore-failed-read -T - | tar -x -C /mnt/origin && cd /mnt/origin && git init -q &&
        git config --global user.email t@mail.test && git config --global user.name t && git add -A && git commit -qm all &&
        git clone -q /mnt/origin /opt/ringup && git clone -q /mnt/origin /root/clone`
      expect(await machine.run(`git config --global --add safe.directory '*'; ${copy}`)).toMatchObject({ code: 0 })
      await startApi()
      const begin = `for n in $(seq ${SHOPPERS}); do echo "next
        url = ${API}/sessions/
        data = {\\"email\\":\\"shopper-$n@mail.test\\"}
        header = \\"content-type: application/json\\"
        header = \\"Authorization: Token demo\\"
        output = /dev/null"; done | tail -n +2 | curl -sS --config -`
      expect(await machine.run(begin)).toMatchObject({ code: 0 })
    })
    afterAll(() => machine?.remove())

    describe('a clone', () => {
      const clone = '/root/clone'
      const settings = `${clone}/ringup.env`

      test('is set up by the README, checked, and started', async () => {
        const [init = '', check = '', start = ''] = readBlock('proxy start').split('\n')
        expect((await machine.run(`cd ${clone} && ${init}`)).out).toContain(
          'npm run ringup -- check --env-file ringup.env',
        )
        expect((await machine.run(`cd ${clone} && ${check}`)).out).toMatch(/^problem +RINGUP_API_URL must be/m)
        await fillIn(settings)
        expect(await machine.run(`cd ${clone} && ${check}`)).toMatchObject({
          code: 0,
          out: expect.stringMatching(/^ok +The API is there/m),
        })
        machine.start(`cd ${clone} && exec ${start}`)
        await untilUp()
        await whileShopping(untilDelivered)
        await expectAllOnce()
        expect((await follow('find', clone)).out).toMatch(/never came here[\s\S]*No event with this id/)
      })

      test('accepts the settings for Shopify', async () => {
        const { out } = await machine.run(`cd ${clone}\n${SHOPIFY}\nnpm run ringup -- check --env-file ringup.env`)
        expect(out).toMatch(/^ok .*https:\/\/shop\.example, https:\/\/your-shop\.myshopify\.com may send/m)
        expect(out).toContain('Webhooks are accepted at /ringup/webhooks/shopify')
      })

      test('init writes the given addresses', async () => {
        await machine.run(`rm ${settings}`)
        const { out } = await follow('settings file', clone)
        expect(out).toMatch(
          /^warning +RINGUP_API_URL still names api\.example\.com|^problem +RINGUP_API_AUTHORIZATION/m,
        )
        await machine.run('pkill -f [d]ist/cli.js')
      })
    })

    describe('a server', () => {
      const server = '/opt/ringup'

      test('is installed under systemd', async () => {
        expect(await follow('systemd install', server)).toMatchObject({ code: 0 })
        await fillIn('/etc/ringup.env')
        const { out } = await follow('systemd start', server)
        expect(out).toMatch(/^ok +The settings are in order/m)
        await untilUp()
        await whileShopping(untilDelivered)
        await expectAllOnce()
        expect(await follow('events list', server)).toMatchObject({
          code: 0,
          out: expect.stringContaining('no such events'),
        })
      })

      /** The API is away while the recipe runs, so events wait. */
      async function withEventsInside(recipe: () => Promise<unknown>) {
        await whileShopping(async () => {
          await stopApi()
          await until(async () => (await count()) > 0)
          await recipe()
          await startApi()
        })
        await untilUp()
        await expectAllOnce()
      }
      const count = async (state = 'waiting') =>
        (
          await machine.run(`node ${server}/dist/cli.js events list --json --state ${state} --env-file /etc/ringup.env`)
        ).out
          .split('\n')
          .filter((line) => line.startsWith('{')).length

      test('is backed up while it runs', async () => {
        await withEventsInside(async () => {
          expect(await count()).toBeGreaterThan(0)
          expect(await follow('back up')).toMatchObject({ code: 0 })
        })
      })

      test('is restored; events delivered since the backup have one effect', async () => {
        await withEventsInside(() => follow('back up'))
        await stopApi()
        const { code, out } = await follow('restore')
        expect(code, out).toBe(0)
        await untilUp()
        expect(await count()).toBeGreaterThan(0)
        await startApi()
        await until(async () => (await count()) === 0)
        await expectAllOnce()
      })

      test('is updated', async () => {
        await machine.run('cd /mnt/origin && echo >>CHANGELOG.md && git commit -qam newer')
        await withEventsInside(async () => expect(await follow('update')).toMatchObject({ code: 0 }))
        expect((await machine.run(`git -C ${server} log -1 --format=%s`)).out).toBe('newer\n')
      })

      test('gets a new key, and loses the older one', async () => {
        const { out: before } = await machine.run('grep ^RINGUP_KEY= /etc/ringup.env')
        await withEventsInside(async () => {
          expect(await follow('add a key')).toMatchObject({ code: 0 })
          await untilUp()
        })
        await withEventsInside(async () => expect((await follow('remove a key')).out).toMatch(/^ok +The database/m))
        const { out: after } = await machine.run('grep ^RINGUP_KEY= /etc/ringup.env')
        expect([after.length, after]).toEqual([before.length, expect.not.stringContaining(before.trim())])
      })

      test('that loses a key too early says so, and its events wait for the key', async () => {
        await withEventsInside(async () => {
          await machine.run('cp -p /etc/ringup.env /root/')
          await follow('add a key')
          await untilUp()
          await machine.run('cp -p /etc/ringup.env /root/both')
          await follow('remove a key')
          await until(async () => (await machine.run('curl -s http://127.0.0.1:8788/health')).out.includes('"keys"'))
          const { out } = await machine.run(`node ${server}/dist/cli.js check --env-file /etc/ringup.env`)
          expect(out).toMatch(/^problem +No key of RINGUP_KEY opens \d+ waiting events?/m)
          await machine.run('cp -p /root/both /etc/ringup.env && systemctl restart ringup')
        })
      })

      test.each<[Block, program: string]>([
        ['back up', 'node'],
        ['restore', 'node'],
        ['update', 'git'],
        ['update', 'npm'],
        ['update', 'mv'],
        ['add a key', 'openssl'],
        ['add a key', 'sed'],
        ['remove a key', 'sed'],
        ['move from', 'node'],
      ])('whose recipe "%s" fails at %s runs, with its events', async (block, program) => {
        await machine.run(`rm -rf /mnt/broken; mkdir /mnt/broken; ln -s /bin/false /mnt/broken/${program}`)
        await withEventsInside(() => follow(block, '/', { PATH: `/mnt/broken:${process.env.PATH}:/usr/sbin:/sbin` }))
        expect((await machine.run('sqlite3 /backup/ringup/ringup.db "PRAGMA quick_check"')).out).toBe('ok\n')
      })

      test('does not accept a damaged backup', async () => {
        await machine.run(
          'cp -r /backup /root/; dd if=/dev/urandom of=/backup/ringup/ringup.db bs=4096 seek=1 count=9 conv=notrunc',
        )
        await withEventsInside(() => follow('restore'))
      })

      test('moves to another machine', async () => {
        const other = await makeMachine()
        try {
          await whileShopping(async () => {
            await stopApi()
            await until(async () => (await count()) > 0)
          })
          const waiting = await count()
          expect(waiting).toBeGreaterThan(0)
          expect(await follow('move from')).toMatchObject({ code: 0 })
          expect(await isUp()).toBe(false)
          await machine.run('cp -r /backup /etc/ringup.env /mnt/; tar -C /opt -cf /mnt/opt.tar ringup')
          for (const name of ['backup', 'ringup.env', 'opt.tar', 'api.db'])
            execFileSync('cp', ['-r', join(machine.shared, name), other.shared])
          await other.run(
            'tar -C /opt -xf /mnt/opt.tar; cp -r /mnt/backup /; cp /mnt/ringup.env /etc/; mkdir -m 700 /var/lib/ringup',
          )
          await startApi(other)
          expect(await other.run(readBlock('move to'))).toMatchObject({ code: 0 })
          expect(await other.run(`cd ${server}\n${readBlock('systemd start')}`)).toMatchObject({ code: 0 })
          await expectAllOnce(other)
        } finally {
          await other.remove()
        }
      })
    })
  })

/*
 * A Debian machine for a test: this machine's files under a temporary overlay, its own processes, and its own network. So commands of a
 * guide run unchanged, with their paths and ports.
 */

interface Ended {
  /** The exit code of the last command. */
  code: number
  out: string
}

interface Machine {
  /** A folder of the test. The machine mounts it at `/mnt`. */
  shared: string
  /** Runs commands by bash, as root. After a failed command, the next one still runs. @param env more variables */
  run(commands: string, env?: Record<string, string>): Promise<Ended>
  start(commands: string): Running
  remove(): Promise<void>
}

/** Needs root, and permission to mount and to create namespaces. */
function canMakeMachine(): boolean {
  const words = ['--mount', '--net', '--pid', '--fork', 'ip', 'link', 'set', 'lo', 'up']
  return process.getuid?.() === 0 && spawnSync('unshare', words).status === 0
}

async function makeMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-machine-'))
  const shared = join(folder, 'shared')
  for (const name of ['changes', 'work', 'root', 'shared']) mkdirSync(join(folder, name))
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child']
  const script = resolve('test/support/machine/enter.sh')
  const machine = watch(spawn('unshare', [...namespaces, 'bash', script, folder, resolve('.')]))
  const { child, said, ended } = machine
  await Promise.race([child.stdout && once(child.stdout, 'data'), ended])
  if (!said().includes('ready')) throw new Error(`The machine did not start: ${said()}`)
  const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  const usual = { HOME: '/root', PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', SHLVL: '2' }
  const npm = {
    npm_config_offline: 'true',
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  const inside = (commands: string) => ['-t', first, '-m', '-n', '-p', '-r', '-w', 'bash', '-c', commands]
  return {
    shared,
    run: (commands, env = {}) =>
      promisify(execFile)('nsenter', inside(`(${commands}\n) 2>&1`), {
        env: { ...usual, ...npm, ...env },
        maxBuffer: 1e8,
      }).then(
        ({ stdout }) => ({ code: 0, out: stdout }),
        ({ code, stdout }) => ({ code, out: stdout }),
      ),
    start: (commands) => watch(spawn('nsenter', inside(commands), { env: { ...usual, ...npm } })),
    async remove() {
      child.kill('SIGKILL') // and with it all processes of the machine
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
