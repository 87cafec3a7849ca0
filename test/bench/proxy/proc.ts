/** Reads the kernel's figures of processes (Linux, proc(5)). */
import { readFileSync } from 'node:fs'

/** The unit of utime and stime: USER_HZ, which is 100 a second on every Linux that Node supports. */
const TICK_MS = 10

/** Returns the CPU time of all threads of these processes so far, in user and kernel mode. */
export function readCpuMs(pids: number[]): number {
  return sum(pids, (pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before it may contain spaces
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  })
}

export function readRssMb(pids: number[]): number {
  return sum(pids, (pid) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

/** Lists the process and its children. */
export function readFamily(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

function sum(pids: number[], read: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + read(pid), 0)
}
