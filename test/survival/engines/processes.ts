/** Starts programs that a test can kill with all their child processes. Linux only, because it reads /proc. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Visit } from './engine.js'

const running = new Set<number>()
process.on('exit', () => running.forEach(killGroup))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const killGroup = (pid: number) => process.kill(-pid, 'SIGKILL')

/** Starts a program in its own process group, which is killed as a whole. */
export function startProgram(command: string, args: string[], env: Record<string, string> = {}): Visit {
  const child = spawn(command, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...env } })
  const gone = once(child, 'exit')
  const { pid } = child
  if (!pid) throw new Error(`${command} did not start.`)
  running.add(pid)
  void gone.then(() => running.delete(pid))
  return {
    pid,
    async kill() {
      if (child.exitCode !== null || child.signalCode) return
      killGroup(pid)
      await gone
    },
  }
}

/** Lists the child processes and their children, oldest first. */
export function findDescendants(pid: number, command: RegExp): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const isDescendant = (one: { parent: number }): boolean =>
    one.parent === pid || all.some((other) => other.pid === one.parent && isDescendant(other))
  const found = all.filter((one) => command.test(one.command) && isDescendant(one))
  return found.sort((one, other) => one.startedAt - other.startedAt).map((one) => one.pid)
}

/** Empty if the process has ended. */
function readProcess(pid: number) {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // After the name in brackets: state, parent, …; the 22nd field of proc(5) is the start.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return [{ pid, command, parent: Number(fields[1]), startedAt: Number(fields[19]) }]
  } catch {
    return []
  }
}
