/** Promise: the module works on a server without any effect, and every call is answered. */
import { describe, expect, test } from 'vitest'
import { addToList, configure, consent, convert, flush, status } from '../../../src/snippet/module.js'

describe('without a document', () => {
  test('the import does not set a global', () => {
    expect(Reflect.ownKeys(globalThis).filter((key) => /ringup|^convert$|^addToList$/.test(String(key)))).toEqual([])
  })

  test('configure() and consent() have no effect', async () => {
    configure({ endpoint: '/ringup', consent: 'required' })
    consent('denied')
    expect(await status()).toMatchObject({ consent: 'not-required', storage: 'memory', waiting: [], held: 0 })
  })

  test('flush() settles', async () => {
    await expect(flush()).resolves.toBeUndefined()
  })

  test.each([
    ['convert', () => convert({ email: 'ada@example.com' })],
    ['addToList', () => addToList('newsletter', { email: 'ada@example.com' })],
  ])('%s() is rejected, no_page', async (kind, call) => {
    expect(await call()).toMatchObject({ kind, status: 'rejected', reason: 'no_page', problems: [] })
  })
})
