/**
 * Promise: an alert is posted when the set of conditions changes, and again each minute until the receiver accepts it, also after a
 * restart. It is never about a person.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { Alert, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import { CONDITIONS, type ConditionName } from '../../../../src/proxy/operate/conditions.js'
import type { Health } from '../../../../src/proxy/operate/health.js'

const MINUTE_MS = 60_000

let nowMs: number
let health: Health
let posted: Alert[]
let lines: Line[]
/** The receiver's problem. Undefined if it accepts alerts. */
let problem: string | undefined
let stored: Map<string, string>

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22)
  ;[posted, lines, problem, stored] = [[], [], undefined, new Map()]
  has()
})

function has(...names: ConditionName[]) {
  const requests = { refused: [], webhooks: [] }
  const conditions = names.map((name) => {
    const { severity, sentence, todo } = CONDITIONS[name]
    return { name, severity, sentence: `${sentence} A figure.`, todo }
  })
  const about = { summary: 'All orders arrived.', at: new Date(nowMs).toISOString(), version: '1.2.3' }
  health = {
    state: conditions.length > 0 ? 'degraded' : 'ok',
    isWell: conditions.length === 0,
    conditions,
    requests,
    ...about,
  }
}

/** Opens the alerts as a new process does: it has only the notes. */
const open = () =>
  createAlerts({
    settings: { origins: ['https://shop.example'] },
    readHealth: async () => health,
    post: async (alert) => {
      posted.push(alert)
      return problem
    },
    notes: { readNote: async (name) => stored.get(name), writeNote: async (name, text) => void stored.set(name, text) },
    log: (line) => lines.push(line),
    now: () => nowMs,
  })

async function pollFor(minutes: number, alerts = open()) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await alerts.poll()
    nowMs += MINUTE_MS
  }
}

const toChanges = () => posted.map(({ begun, ended }) => `+${begun} -${ended}`)

test('nothing is posted while no condition holds', async () => {
  await pollFor(3)
  expect(posted).toEqual([])
})

test('a condition is posted once, and its end once', async () => {
  has('credentials')
  await pollFor(10)
  has()
  await pollFor(10)
  expect(toChanges()).toEqual(['+credentials -', '+ -credentials'])
})

test('an alert has the sentences, figures and actions of all conditions that hold', async () => {
  has('credentials', 'dead')
  await pollFor(1)
  const { sentence, todo } = CONDITIONS.credentials
  expect(Alert.parse(posted[0])).toEqual(posted[0])
  expect(posted[0]).toMatchObject({
    source: 'ringup',
    shop: 'https://shop.example',
    version: '1.2.3',
    state: 'degraded',
  })
  expect(posted[0]?.text).toBe(
    `Ringup, https://shop.example: ${sentence} A figure. ${todo} ${CONDITIONS.dead.sentence} A figure. ${CONDITIONS.dead.todo} All orders arrived.`,
  )
})

test('the end of a condition is in the text', async () => {
  has('disk')
  await pollFor(1)
  has()
  await pollFor(1)
  expect(posted[1]?.text).toContain(`This is over: ${CONDITIONS.disk.sentence}`)
})

test('a second condition is posted with the first one', async () => {
  has('disk')
  await pollFor(1)
  has('disk', 'database')
  await pollFor(1)
  expect(posted[1]).toMatchObject({
    begun: ['database'],
    ended: [],
    conditions: [{ name: 'disk' }, { name: 'database' }],
  })
})

describe('a receiver that is away', () => {
  beforeEach(() => {
    problem = 'it answered 500'
  })

  test('gets the alert again each minute, until it accepts', async () => {
    has('away')
    await pollFor(3)
    problem = undefined
    await pollFor(3)
    expect(toChanges()).toEqual(Array(4).fill('+away -'))
    expect(lines).toEqual(Array(3).fill({ event: 'alert_failed', reason: 'it answered 500' }))
  })

  test('gets it once a minute, although health is read more often', async () => {
    has('away')
    const alerts = open()
    for (let time = 0; time < 4; time += 1) {
      await alerts.poll()
      nowMs += MINUTE_MS / 2
    }
    expect(posted).toHaveLength(2)
  })

  test('hears of a new condition immediately', async () => {
    has('away')
    const alerts = open()
    await alerts.poll()
    has('away', 'dead')
    await alerts.poll()
    expect(toChanges()).toEqual(['+away -', '+away,dead -'])
  })

  test('hears later of a condition that has ended in the meantime', async () => {
    has('away')
    await pollFor(1)
    has()
    problem = undefined
    await pollFor(3)
    expect(toChanges()).toEqual(['+away -', '+away -away'])
  })
})

describe('after a restart', () => {
  test('an accepted alert is not posted again, and the end is', async () => {
    has('away')
    await pollFor(2)
    await pollFor(2, open())
    has()
    await pollFor(2, open())
    expect(toChanges()).toEqual(['+away -', '+ -away'])
  })

  test('notes of another version are skipped', async () => {
    stored.set('alerts', '{"unreachable":{"sinceMs":1},"accepted":["gone"],"owed":7}')
    has('away')
    await pollFor(1)
    expect(toChanges()).toEqual(['+away -'])
  })

  test('a note that is not JSON is logged, and nothing is thrown', async () => {
    stored.set('alerts', '{')
    await pollFor(1)
    expect(lines).toMatchObject([{ event: 'alert_failed' }])
  })
})

describe('the next poll', () => {
  test('is in a minute while a condition holds', async () => {
    has('away')
    const alerts = open()
    await alerts.poll()
    expect(alerts.nextMs()).toBe(nowMs + MINUTE_MS)
  })

  test('is not planned while none holds', async () => {
    const alerts = open()
    await alerts.poll()
    expect(alerts.nextMs()).toBeUndefined()
  })

  test('joins a poll that runs', async () => {
    has('away')
    const alerts = open()
    await Promise.all([alerts.poll(), alerts.poll()])
    expect(posted).toHaveLength(1)
  })
})
