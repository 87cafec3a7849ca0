/**
 * Promise: wrong events are never sent from a database of another shop, or from one that another program writes into.
 */
import Database from 'libsql'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { countHeld } from '../support/count-held.js'
import { newOrder } from '../support/proxy.js'
import { run } from '../support/proxy-process.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'
import { send as sendTo } from '../support/wire.js'

let started: TroubledProxy
afterEach(() => started.stop())

/** One whose API is away, with a waiting order. */
async function startWithOrder(environment: Record<string, string> = {}) {
  started = await startTroubledProxy(environment)
  await started.api.goAway()
  const order = newOrder({ email: newEmail() })
  expect(await send(order)).toBe(202)
  return order
}

/** Another proxy, which must not start. */
function runSecond(environment: Record<string, string>) {
  const other = run({ RINGUP_API_URL: started.api.baseUrl, ...environment })
  onTestFinished(() => void other.child.kill('SIGKILL'))
  return other
}

const send = async (event: object) => (await sendTo(started.proxy.url, { body: event })).status

test.each<[what: string, environment: Record<string, string>]>([
  ['of another shop', { RINGUP_ORIGINS: 'https://other.example' }],
  ['that was written with another key', { RINGUP_KEY: Buffer.alloc(32, 9).toString('base64') }],
])('a database %s is refused in a sentence: its orders never use this shop’s key', async (_what, environment) => {
  await startWithOrder()
  await started.proxy.terminate()
  await started.api.comeBack()
  const other = runSecond({ RINGUP_DATABASE: started.database, ...environment })
  expect(await other.ended).toBe(1)
  expect(other.said()).toMatch(/^The database .* cannot be used: .*(another shop|RINGUP_KEY).*\n$/)
  expect(started.api.acted).toEqual([])
})

test('a forged record in plain text waits if keys are set, and does not block others', async () => {
  await startWithOrder()
  await started.proxy.terminate()
  const forged = Buffer.from(`\0${JSON.stringify({ email: 'eve@example.com', cart_data: { order_number: 'forged' } })}`)
  const db = new Database(started.database)
  db.prepare('UPDATE payloads SET payload = ?').run([forged]) // alone it would be read as named parameters
  db.close()
  await started.api.comeBack()
  await started.proxy.start()
  const email = newEmail()
  await started.api.newCustomer(email)
  await send(newOrder({ email }))
  await expect.poll(() => started.api.acted.map((each) => each.email)).toEqual([email])
  await expect.poll(() => countHeld(started.database)).toEqual({ held: 1, reasons: ['unreadable'] })
})

test('another program’s write lock delays orders for a moment, and has no other effect', async () => {
  started = await startTroubledProxy()
  const db = new Database(started.database)
  db.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE') // the proxy may be writing now
  const answer = send(newOrder())
  // If the proxy waited for the lock where it answers pages, these answers would come too late, and the order would be
  // refused.
  for (let n = 0; n < 5; n += 1) expect((await fetch(`${started.proxy.url}/ringup/ringup.js`)).status).toBe(200)
  db.exec('COMMIT')
  db.close()
  expect(await answer).toBe(202)
})
