/** A browser in front of a proxy that stores everything it accepts. The timers are fake. */
import { expect, vi } from 'vitest'
import { Refusal } from '../../../../src/contract/event.js'
import type { Client, Parts, Settings } from '../../../../src/proxy/index.js'
import { createHandler } from '../../../support/proxy.js'
import { READABLE } from '../../../support/wire.js'

export function openClient(settings: Partial<Settings> = {}, parts: Partial<Parts> = {}) {
  const onAccepted = vi.fn<() => void>()
  const { handle, ...records } = createHandler(settings, { onAccepted, ...parts })

  async function send(request: Request, client?: Client) {
    const response = await handle(request, client)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Expects a refusal in the contract's form, readable from any page, of which nothing is stored or sent. */
  async function expectRefusal(request: Request, status: number, body: object, client?: Client) {
    const answer = await send(request, client)
    vi.runAllTimers()
    expect(answer).toMatchObject({ status, body: { ok: false, ...body } })
    expect(Refusal.parse(answer.body)).toEqual(answer.body)
    expect(Object.fromEntries(answer.headers)).toMatchObject(READABLE)
    expect([records.stored, onAccepted.mock.calls]).toEqual([[], []])
    return answer
  }

  return { ...records, onAccepted, handle, send, expectRefusal }
}
