/**
 * Runs a shell command and measures the CPU seconds (user and system) of the command and all its child processes.
 *
 * A shell counts only processes whose parent has waited for them. Chromium does not wait for its helpers. On Linux the shell adopts
 * them (prctl(2), PR_SET_CHILD_SUBREAPER, called from Python). On other systems, and without Python, they are not counted.
 */
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

const ADOPT = 'import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); os.execvp(sys.argv[1], sys.argv[1:])'

export const knowsHelpers = process.platform === 'linux' && spawnSync('python3', ['-c', '']).status === 0

/**
 * @returns the child; its seconds, as soon as it has ended; and a function that ends it with all its children. `times` prints the
 *   shell's own times first, and those of its children in the last line.
 */
export function spawnMeasured(command, stdio) {
  const shell = ['sh', '-c', `${command}\nstatus=$?; wait; times >&3; exit $status`]
  const [program = '', ...words] = knowsHelpers ? ['python3', '-c', ADOPT, ...shell] : shell
  const child = spawn(program, words, { stdio: [stdio, stdio, stdio, 'pipe'], detached: true }) // a group of its own
  const end = (signal) => child.exitCode === null && child.signalCode === null && process.kill(-child.pid, signal)
  return { child, seconds: text(child.stdio[3]).then(toSeconds), end }
}

/** "1m2.30s 0m4.56s" in the last line is 66.86. */
function toSeconds(times) {
  const [last = ''] = times.trim().split('\n').slice(-1)
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, s]) => sum + 60 * minutes + Number(s), 0)
}
