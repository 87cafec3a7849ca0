/**
 * Promise: trouble is told once when it begins, each day where figures are, and once when it has ended, also over a restart, and never
 * about a person. An alert is repeated until the receiver accepts it.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { type Alert, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import { CONDITIONS, type ConditionName } from '../../../../src/proxy/operate/conditions.js'
import type { Health } from '../../../../src/proxy/operate/health.js'
import type { Posted } from '../../../../src/proxy/operate/post-alert.js'

const MINUTE_MS = 60_000
const COUNTS = {
  waiting: 3,
  waitingBytes: 0,
  dead: 1,
  deadBytes: 0,
  waitingBy: [],
  deadBy: [],
  refusedBy: [],
  droppedDead: 0,
}

let nowMs: number
let health: Health
let told: Alert[]
let lines: Line[]
let answer: () => Promise<Posted>
let kept: Map<string, string>

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22)
  told = []
  lines = []
  kept = new Map()
  answer = async () => ({ taken: true, status: 200 })
  isWell()
})

function isWell() {
  health = { state: 'ok', problems: [], counts: { ...COUNTS, oldestWaitingMs: 60_000 } }
}
function has(...reasons: ConditionName[]) {
  health = { ...health, problems: reasons.map((reason) => ({ reason })) }
}

/** Opens it as one process does: another one has but the notes. */
const open = () =>
  createAlerts({
    shop: 'https://shop.example',
    readHealth: async () => health,
    post: async (alert) => {
      told.push(alert)
      return answer()
    },
    notes: { readNote: async (name) => kept.get(name), writeNote: async (name, text) => void kept.set(name, text) },
    log: (line) => lines.push(line),
    now: () => nowMs,
  })

const toStates = () => told.map(({ alert, state }) => `${alert} ${state}`)

describe('trouble', () => {
  test('is reported once, and its end once', async () => {
    const alerts = open()
    has('credentials')
    for (let minute = 0; minute < 10; minute += 1) {
      await alerts.poll()
      nowMs += MINUTE_MS
    }
    isWell()
    for (let minute = 0; minute < 10; minute += 1) {
      await alerts.poll()
      nowMs += MINUTE_MS
    }
    expect(toStates()).toEqual(['credentials begun', 'credentials ended'])
  })

  test('is reported in a sentence with figures and the action', async () => {
    health = { ...health, problems: [{ reason: 'list_refused', about: '“newsleter”: did you mean newsletter?' }] }
    await open().poll()
    expect(told).toEqual([
      {
        source: 'ringup',
        version: expect.any(String),
        shop: 'https://shop.example',
        alert: 'list_refused',
        state: 'begun',
        since: '2026-11-22T00:00:00.000Z',
        at: '2026-11-22T00:00:00.000Z',
        text: `Ringup, https://shop.example: ${CONDITIONS.list_refused.wrong} “newsleter”: did you mean newsletter? ${CONDITIONS.list_refused.todo}`,
        waiting: 3,
        oldestWaitingMs: 60_000,
        dead: 1,
      },
    ])
  })

  test('with figures of a day is reported again each day, while it lasts', async () => {
    const alerts = open()
    has('reports_refused')
    for (let hour = 0; hour <= 46; hour += 1) {
      await alerts.poll()
      nowMs += 60 * MINUTE_MS
    }
    expect(told.map(({ at, since }) => [since.slice(11, 16), at.slice(8, 16)])).toEqual([
      ['00:00', '22T00:00'],
      ['00:00', '22T23:00'],
      ['00:00', '23T22:00'],
    ])
  })

  test('is not reported while its cause is open, and reported after the end of the cause', async () => {
    const alerts = open()
    has('unreachable', 'old')
    nowMs += 10 * MINUTE_MS
    await alerts.poll()
    nowMs += 10 * MINUTE_MS
    await alerts.poll()
    has('old')
    nowMs += 3 * MINUTE_MS
    await alerts.poll()
    nowMs += MINUTE_MS
    await alerts.poll()
    expect(toStates()).toEqual(['unreachable begun', 'unreachable ended', 'old begun'])
  })

  test('with an open cause does not poll before the cause may have ended', async () => {
    const alerts = open()
    has('credentials', 'old')
    await alerts.poll()
    expect(alerts.nextMs()).toBe(nowMs + 2 * MINUTE_MS)
  })

  test('that passes before its alert is due is not reported', async () => {
    const alerts = open()
    for (const reason of ['busy', undefined, 'busy', undefined] as const) {
      has(...(reason ? [reason] : []))
      for (let minute = 0; minute < 9; minute += 1) {
        await alerts.poll()
        nowMs += MINUTE_MS
      }
    }
    expect(told).toEqual([])
  })

  test('that comes and goes within two minutes is one', async () => {
    const alerts = open()
    for (let minute = 0; minute < 10; minute += 1) {
      if (minute % 2 === 0) has('queue_full')
      else isWell()
      await alerts.poll()
      nowMs += MINUTE_MS
    }
    expect(toStates()).toEqual(['queue_full begun'])
  })

  test('mended while the proxy was stopped: the next proxy reports the end', async () => {
    has('credentials')
    await open().poll()
    nowMs += 10 * MINUTE_MS
    isWell()
    await open().poll()
    expect(toStates()).toEqual(['credentials begun', 'credentials ended'])
  })

  test('that another proxy has reported is not reported again', async () => {
    has('address')
    await open().poll()
    await open().poll()
    expect(toStates()).toEqual(['address begun'])
  })

  test('beyond two at once is reported at the next poll', async () => {
    const alerts = open()
    has('credentials', 'disk', 'queue_full')
    await alerts.poll()
    expect(told).toHaveLength(2)
    await alerts.poll()
    expect(toStates()).toEqual(['queue_full begun', 'disk begun', 'credentials begun'])
  })

  test('a note in an unknown form is ignored', async () => {
    kept.set('alerts', '{"credentials":{"sinceMs":"yesterday"},"toString":1}')
    has('credentials')
    await open().poll()
    expect(toStates()).toEqual(['credentials begun'])
  })
})

describe('an alert that is not taken', () => {
  const refuse = async (): Promise<Posted> => ({ taken: false, cause: 'it answered 500' })
  const accept = async (): Promise<Posted> => ({ taken: true, status: 204 })

  /** Looks each half minute. */
  async function watch(alerts: ReturnType<typeof open>, minutes: number) {
    for (const endMs = nowMs + minutes * MINUTE_MS; nowMs < endMs; nowMs += MINUTE_MS / 2) await alerts.poll()
  }

  test('is sent again each minute until it is accepted, also over a restart', async () => {
    answer = refuse
    has('credentials')
    await watch(open(), 45)
    expect(told).toHaveLength(45)
    expect(lines.at(-1)).toEqual({ event: 'alert_failed', reason: 'credentials', code: 'begun' })
    answer = accept
    const alerts = open()
    await watch(alerts, 5)
    isWell()
    await watch(alerts, 5)
    expect(toStates().slice(45)).toEqual(['credentials begun', 'credentials ended'])
  })

  test('is accepted before its end, if the trouble is over meanwhile', async () => {
    answer = refuse
    const alerts = open()
    has('credentials')
    await watch(alerts, 2)
    isWell()
    await watch(alerts, 10)
    told = []
    answer = accept
    await watch(alerts, 10)
    expect(toStates()).toEqual(['credentials begun', 'credentials ended'])
  })

  test('about the end is repeated too', async () => {
    const alerts = open()
    has('credentials')
    await alerts.poll()
    isWell()
    answer = refuse
    await watch(alerts, 10)
    answer = accept
    await watch(alerts, 10)
    expect(new Set(toStates().slice(1))).toEqual(new Set(['credentials ended']))
    told = []
    await watch(alerts, 10)
    expect(told).toEqual([])
  })

  test('asks for the next look in a minute', async () => {
    answer = refuse
    const alerts = open()
    has('credentials')
    await alerts.poll()
    expect(alerts.nextMs()).toBe(nowMs + MINUTE_MS)
  })

  test('a look meanwhile is the same look', async () => {
    let take = (_posted: Posted) => {}
    answer = () => new Promise((resolve) => (take = resolve))
    const alerts = open()
    has('credentials')
    const first = alerts.poll()
    expect(alerts.poll()).toBe(first)
    await expect.poll(() => told).toHaveLength(1)
    take({ taken: true, status: 200 })
    await first
    expect(toStates()).toEqual(['credentials begun'])
  })

  test('a database that cannot be read keeps nothing from going on', async () => {
    kept.get = () => {
      throw new Error('disk I/O error')
    }
    await open().poll()
    expect(lines).toEqual([{ event: 'alert_failed', reason: 'Error: disk I/O error' }])
  })
})
