/**
 * A Debian machine for a test: this machine's files under a temporary overlay, own processes, and an own network. So commands of a
 * guide run unchanged, with their paths and ports.
 */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Running, watch } from './proxy-process.js'

interface Ended {
  /** The exit code of the last command. */
  code: number
  out: string
}

export interface Machine {
  /** A folder of the test. The machine mounts it at `/mnt`. */
  shared: string
  /** Runs commands by bash, as root. After a failed command, the next one still runs. @param env more variables */
  run(commands: string, env?: Record<string, string>): Promise<Ended>
  start(commands: string): Running
  remove(): Promise<void>
}

/** Needs root, and permission to mount and to create namespaces. */
export const canMakeMachine = (): boolean =>
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'ip', 'link', 'set', 'lo', 'up']).status === 0

export async function makeMachine(): Promise<Machine> {
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
