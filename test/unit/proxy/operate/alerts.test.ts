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
  const isWell = conditions.length === 0
  const about = { summary: 'All orders arrived.', at: new Date(nowMs).toISOString(), version: '1.2.3' }
  health = { state: isWell ? 'ok' : 'degraded', isWell, conditions, requests, ...about }
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

/** Polls once a minute, so many times. */
async function pollFor(minutes: number, alerts = open()) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await alerts.poll()
    nowMs += MINUTE_MS
  }
}

const toChanges = () => posted.map(({ begun, ended }) => `+${begun} -${ended}`)

/** Each step: conditions that hold, for so many minutes. A new process follows. With `!`, the receiver is away. */
test.each<[what: string, steps: string, changes: string[]]>([
  ['nothing while no condition holds', '3', []],
  ['a condition, and its end, once', '10 credentials; 10', ['+credentials -', '+ -credentials']],
  ['a second condition', '1 disk; 1 disk database', ['+disk -', '+database -']],
  ['again each minute until the receiver accepts', '3! away; 3 away', Array(4).fill('+away -')],
  ['later a condition that has ended in the meantime', '1! away; 3', ['+away -', '+away -away']],
  ['after a restart only the end of an accepted condition', '2 away; 2 away; 2', ['+away -', '+ -away']],
])('posts %s: %s', async (_what, steps, changes) => {
  for (const step of steps.split('; ')) {
    const [minutes = '', ...names] = step.split(' ')
    has(...(names as ConditionName[]))
    problem = minutes.endsWith('!') ? 'it answered 500' : undefined
    await pollFor(Number.parseInt(minutes, 10))
  }
  expect(toChanges()).toEqual(changes)
})

test('an alert has the sentences, figures and actions of all conditions that hold', async () => {
  has('credentials', 'dead')
  await pollFor(1)
  const { sentence, todo } = CONDITIONS.credentials
  expect(Alert.parse(posted[0])).toEqual(posted[0])
  const about = { source: 'ringup', shop: 'https://shop.example', version: '1.2.3', state: 'degraded' }
  expect(posted[0]).toMatchObject(about)
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

describe('a receiver that is away', () => {
  beforeEach(() => {
    problem = 'it answered 500'
    has('away')
  })

  test('gets the alert once a minute, although health is read more often', async () => {
    const alerts = open()
    for (let time = 0; time < 4; time += 1) {
      await alerts.poll()
      nowMs += MINUTE_MS / 2
    }
    expect(posted).toHaveLength(2)
    expect(lines).toEqual(Array(2).fill({ event: 'alert_failed', reason: 'it answered 500' }))
  })

  test('hears of a new condition immediately', async () => {
    const alerts = open()
    await alerts.poll()
    has('away', 'dead')
    await alerts.poll()
    expect(toChanges()).toEqual(['+away -', '+away,dead -'])
  })
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

test('the next poll is in a minute while a condition holds, else it is not planned', async () => {
  const alerts = open()
  await alerts.poll()
  expect(alerts.nextMs()).toBeUndefined()
  has('away')
  await alerts.poll()
  expect(alerts.nextMs()).toBe(nowMs + MINUTE_MS)
})

test('a poll joins one that runs', async () => {
  has('away')
  const alerts = open()
  await Promise.all([alerts.poll(), alerts.poll()])
  expect(posted).toHaveLength(1)
})
