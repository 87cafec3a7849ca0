/** Promise: the event log tells of each event what page, proxy and API have said, and nothing else. */
import { expect, test } from 'vitest'
import { createEventLog } from '../../../demo/inspector/event-log.js'
import type { Report } from '../../../demo/inspector/page-probe-report.js'

const ID = '00000000-0000-4000-8000-000000000001'
const report = (more: Partial<Report> = {}): Report => ({
  browser: 'b',
  settledMs: 5_000,
  left: false,
  waiting: [],
  outcomes: [],
  pageEvents: [],
  ...more,
})
const waiting = [{ id: ID, kind: 'convert', attempts: 2, last: 'network' }]
const envelope = JSON.stringify({ v: 1, id: ID, kind: 'convert', age: 0, body: {} })

test('what a browser has waiting is in its outbox until the proxy takes it', () => {
  const eventLog = createEventLog()
  eventLog.recordPage(report({ waiting }))
  expect(eventLog.journeys()).toMatchObject([{ id: ID, outbox: { attempts: 2, last: 'network' } }])
  eventLog.recordCall(envelope)(202, '{}')
  expect(eventLog.journeys()[0]?.outbox).toBeUndefined()
  eventLog.recordPage(report({ waiting })) // sent before the answer, and come after it
  expect(eventLog.journeys()[0]?.outbox).toBeUndefined()
})

test('a page that has just been opened has not found its outbox yet', () => {
  const eventLog = createEventLog()
  eventLog.recordPage(report({ waiting }))
  eventLog.recordPage(report({ settledMs: 100 }))
  expect(eventLog.journeys()[0]?.outbox).toBeDefined()
  eventLog.recordPage(report({ settledMs: 2_000 }))
  expect(eventLog.journeys()[0]?.outbox).toBeUndefined()
})

test('another browser says nothing of this one’s outbox', () => {
  const eventLog = createEventLog()
  eventLog.recordPage(report({ waiting }))
  eventLog.recordPage(report({ browser: 'other' }))
  expect(eventLog.journeys()[0]?.outbox).toBeDefined()
})

test('a page where nothing of Ringup’s has loaded says nothing of the outbox', () => {
  const eventLog = createEventLog()
  eventLog.recordPage(report({ waiting }))
  eventLog.recordPage(report({ waiting: undefined, order: '1', left: true }))
  expect(eventLog.journeys()[0]?.outbox).toBeDefined()
  expect([...eventLog.shown()]).toEqual(['1'])
})

test('the first page that says an order is the one that is believed', () => {
  const eventLog = createEventLog()
  const toPageEvents = (page: string) => [{ id: ID, page, sources: [{ name: 'data layer', text: '{}' }] }]
  eventLog.recordPage(report({ waiting, order: '1', pageEvents: toPageEvents('/thank-you') }))
  eventLog.recordPage(report({ waiting, order: '2', pageEvents: toPageEvents('/other') }))
  expect(eventLog.journeys()).toMatchObject([{ order: '1', pageEvent: { page: '/thank-you' } }])
})

test('an order counts as shown when its page is left, not before', () => {
  const eventLog = createEventLog()
  eventLog.recordPage(report({ order: '1' }))
  expect([...eventLog.shown()]).toEqual([])
  eventLog.recordPage(report({ order: '1', left: true }))
  expect([...eventLog.shown()]).toEqual(['1'])
})

test('an answer that broke off is marked on the request it belongs to', () => {
  const eventLog = createEventLog()
  eventLog.recordCall(envelope)
  const request = { at: 0, method: 'POST', path: '/', status: 200, idempotencyKey: ID, response: {} }
  eventLog.recordRequest({ ...request, status: 503 })
  eventLog.recordRequest(request)
  eventLog.recordCut(ID)
  expect(eventLog.journeys()[0]?.requests).toMatchObject([{ status: 503 }, { status: 200, cut: true }])
  expect(eventLog.journeys()[0]?.requests[0]).not.toHaveProperty('cut')
})
