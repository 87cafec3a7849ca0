/** Promise: trouble is told once when it begins and once when it has ended, also over a restart, and never about a person. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { ALERTS, type Alert, type AlertName, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import type { Health, ProblemName } from '../../../../src/proxy/operate/health.js'
import type { Posted } from '../../../../src/proxy/operate/post-alert.js'

const MINUTE_MS = 60_000
const COUNTS = { waiting: 3, waitingBytes: 0, dead: 1, deadBytes: 0, waitingBy: [], deadBy: [], droppedDead: 0 }

let nowMs: number
let health: Health
let told: Alert[]
let lines: Line[]
let waitedMs: number[]
let answer: () => Promise<Posted>
let kept: Map<string, string>

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22)
  told = []
  lines = []
  waitedMs = []
  kept = new Map()
  answer = async () => ({ taken: true, status: 200 })
  isWell()
})

function isWell(oldestWaitingMs?: number) {
  health = { state: 'ok', problems: [], counts: { ...COUNTS, droppedBy: [], oldestWaitingMs } }
}
function has(...reasons: ProblemName[]) {
  health = { ...health, problems: reasons.map((reason) => ({ reason })) }
}

/** Of one process: another one has but the notes. */
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
    wait: async (ms) => waitedMs.push(ms),
  })

const toStates = () => told.map(({ alert, state }) => `${alert} ${state}`)

describe('trouble', () => {
  test('is told once, and once that it has ended', async () => {
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

  test.each<[AlertName, () => void]>([
    ['credentials', () => has('credentials')],
    ['address', () => has('address')],
    ['disk', () => has('disk')],
    ['queue_full', () => has('queue_full')],
    ['queue_failed', () => has('queue_failed')],
    ['old', () => isWell(61 * MINUTE_MS)],
  ])('%s is told in a sentence with figures', async (name, begin) => {
    begin()
    await open().poll()
    expect(told).toEqual([
      {
        source: 'ringup',
        version: expect.any(String),
        shop: 'https://shop.example',
        alert: name,
        state: 'begun',
        since: '2026-11-22T00:00:00.000Z',
        at: '2026-11-22T00:00:00.000Z',
        text: `Ringup, https://shop.example: ${ALERTS[name].begun}`,
        waiting: 3,
        oldestWaitingMs: health.counts?.oldestWaitingMs ?? null,
        dead: 1,
      },
    ])
  })

  test.each<[what: string, begin: () => void]>([
    ['an API that is away for a while', () => has('unreachable')],
    ['an API that is busy', () => has('busy')],
    ['a proxy that stops', () => has('stopping')],
    ['an event that has waited for an hour', () => isWell(60 * MINUTE_MS)],
  ])('is not %s', async (_what, begin) => {
    begin()
    await open().poll()
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

  test('mended while the proxy was stopped is told to have ended by the next one', async () => {
    has('credentials')
    await open().poll()
    nowMs += 10 * MINUTE_MS
    isWell()
    await open().poll()
    expect(toStates()).toEqual(['credentials begun', 'credentials ended'])
  })

  test('that a proxy beside this one has told is not told again', async () => {
    has('address')
    await open().poll()
    await open().poll()
    expect(toStates()).toEqual(['address begun'])
  })

  test('beyond two at once is told with the next look', async () => {
    const alerts = open()
    has('credentials', 'disk', 'queue_full')
    await alerts.poll()
    expect(told).toHaveLength(2)
    await alerts.poll()
    expect(toStates()).toEqual(['credentials begun', 'disk begun', 'queue_full begun'])
  })

  test('a note that is none is as good as no note', async () => {
    kept.set('alerts', '{"credentials":{"sinceMs":"yesterday"},"toString":1}')
    has('credentials')
    await open().poll()
    expect(toStates()).toEqual(['credentials begun'])
  })
})

describe('a refused event', () => {
  const refuse = (alerts: ReturnType<typeof open>) =>
    alerts.onSeen({ step: 'attempt', kind: 'convert', outcome: 'refused' })

  test('is told, with more of the same hour as one', async () => {
    const alerts = open()
    for (let minute = 0; minute < 50; minute += 10) {
      refuse(alerts)
      await alerts.poll()
      nowMs += 10 * MINUTE_MS
    }
    expect(toStates()).toEqual(['refused begun'])
    nowMs += 60 * MINUTE_MS
    await alerts.poll()
    expect(toStates()).toEqual(['refused begun', 'refused ended'])
  })

  test('is not forgotten while other trouble is told first', async () => {
    const alerts = open()
    has('credentials', 'address')
    refuse(alerts)
    await alerts.poll()
    expect(alerts.nextMs()).toBeLessThanOrEqual(nowMs)
    await alerts.poll()
    expect(toStates()).toContain('refused begun')
  })

  test('of a page is none: the proxy’s own refusals are for the page', async () => {
    const alerts = open()
    alerts.onSeen({ step: 'accept', kind: 'convert', outcome: 'refused' })
    await alerts.poll()
    expect(told).toEqual([])
  })
})

describe('an alert that is not taken', () => {
  test('is sent three times at most, and then said in the log', async () => {
    answer = async () => ({ taken: false, cause: 'it answered 500' })
    has('credentials')
    await open().poll()
    expect([told.length, waitedMs]).toEqual([3, [1_000, 5_000]])
    expect(lines).toEqual([{ event: 'alert_failed', reason: 'credentials', code: 'begun' }])
  })

  test('is not sent again once it is taken', async () => {
    answer = async () => (told.length < 2 ? { taken: false, cause: '' } : { taken: true, status: 204 })
    has('credentials')
    await open().poll()
    expect([told.length, lines]).toEqual([2, []])
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
