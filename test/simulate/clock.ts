/**
 * Virtual time. One task runs with all its promises before the next one begins, so a round is deterministic. Each task belongs to an
 * actor. The tasks of a dead actor are dropped. The tasks of a frozen actor wait.
 */

/** A device with its own clock, right or wrong: a shopper's computer, or the proxy's server. */
export interface Device {
  skewMs: number
}

/** A tab, a proxy process, or the world around them. */
export interface Actor {
  device: Device
  state: 'running' | 'frozen' | 'dead'
}

interface Task {
  actor: Actor
  atMs: number
  run: () => unknown
}

export interface Clock {
  /** The true time, independent of the devices' clocks. */
  now(): number
  /** Runs a task later. @returns a function that cancels it */
  after(actor: Actor, waitMs: number, run: () => unknown): () => void
  /** Runs a task now, with the time and timers of this actor. */
  runAs<T>(actor: Actor, run: () => T): T
  /** Runs the tasks that an actor has kept while it was frozen. */
  thaw(actor: Actor): void
  /** Runs all tasks that are due until this time. */
  runUntil(untilMs: number): Promise<void>
  /** Prepares the next round: no task is due, and the time is the starting time again. */
  reset(): void
  /** The globals for time, timers and chance, of the actor that is running. */
  globals: Record<string, unknown>
}

const START_MS = 1_800_000_000_000

/** Resolves after all microtasks and Node's own ticks. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

export function createClock(chance: () => number): Clock {
  const world: Actor = { device: { skewMs: 0 }, state: 'running' }
  let nowMs = START_MS
  let current = world
  let tasks: Task[] = [] // ordered by time, then by arrival
  let frozen: Task[] = []

  function insert(task: Task) {
    let from = 0
    let to = tasks.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((tasks[middle]?.atMs ?? 0) <= task.atMs) from = middle + 1
      else to = middle
    }
    tasks.splice(from, 0, task)
  }

  function after(actor: Actor, waitMs: number, run: () => unknown) {
    const task = { actor, atMs: nowMs + Math.max(0, waitMs || 0), run }
    insert(task)
    return () => {
      tasks = tasks.filter((each) => each !== task)
      frozen = frozen.filter((each) => each !== task)
    }
  }

  function runAs<T>(actor: Actor, run: () => T): T {
    const before = current
    current = actor
    try {
      return run()
    } finally {
      current = before
    }
  }

  async function runUntil(untilMs: number) {
    for (let task = tasks[0]; task && task.atMs <= untilMs; task = tasks[0]) {
      tasks.shift()
      nowMs = Math.max(nowMs, task.atMs)
      if (task.actor.state === 'frozen') frozen.push(task)
      if (task.actor.state !== 'running') continue
      current = task.actor
      task.run()
      await settle()
      current = world
    }
    nowMs = untilMs
  }

  function thaw(actor: Actor) {
    const due = frozen.filter((task) => task.actor === actor)
    frozen = frozen.filter((task) => task.actor !== actor)
    for (const task of due) insert({ ...task, atMs: nowMs })
  }

  function reset() {
    tasks = []
    frozen = []
    nowMs = START_MS
  }

  const now = () => nowMs
  return { now, after, runAs, thaw, runUntil, reset, globals: toGlobals(now, chance, after, () => current) }
}

function toGlobals(now: () => number, chance: () => number, after: Clock['after'], actor: () => Actor) {
  class VirtualDate extends Date {
    static override now = () => Math.round(now() + actor().device.skewMs)
  }
  // clearTimeout() accepts any value. Only objects made here are timers.
  const setTimer = (run: (...args: unknown[]) => void, waitMs = 0, ...args: unknown[]) => {
    const cancel = after(actor(), waitMs, () => run(...args))
    return { cancel, unref: () => ({ cancel }), ref: () => ({ cancel }) }
  }
  const clearTimer = (timer?: { cancel?: () => void }) => timer?.cancel?.()
  return {
    Date: VirtualDate,
    Math: Object.assign(Object.create(Math), { random: chance }),
    performance: { now },
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    setImmediate: (run: () => void) => setTimer(run),
    clearImmediate: clearTimer,
  }
}
