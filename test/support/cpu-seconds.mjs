/**
 * A shell command, with the CPU seconds (user and system) that it and all it starts have taken.
 *
 * A shell knows what those took that somebody has waited for. Nobody waits for Chromium's helpers; on Linux the shell adopts them
 * (prctl(2), PR_SET_CHILD_SUBREAPER, which Python can say). Elsewhere, and without Python, they are missing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

const ADOPT = 'import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); os.execvp(sys.argv[1], sys.argv[1:])'

export const knowsHelpers = process.platform === 'linux' && spawnSync('python3', ['-c', '']).status === 0

/**
 * @returns the child; its seconds, known once it has ended; and how to end it with all it has started. `times` is the shell's own: the
 *   children's are the last line.
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
