/** Promise: bundled, it is the same as by the tag; what is undefined is not set, and a server is not harmed. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '../support/storefront.js'

test.beforeEach(({ storefront }) => {
  storefront.serve('/', '<!doctype html><title>Shop</title><link rel="icon" href="data:,">')
  storefront.serve('/module.js', readFileSync('dist/index.js', 'utf8'), { 'content-type': 'text/javascript' })
})

test('an undefined setting leaves the one before, and flush() and status() tell what waits', async ({
  storefront,
  page,
}) => {
  storefront.takeProxyAway()
  await page.goto('/')
  const [waiting, after] = await page.evaluate(async () => {
    const { configure, consent, convert, flush, status } = await import(`${location.origin}/module.js`)
    configure({ endpoint: '/ringup/', consent: undefined, dataLayer: undefined, persist: undefined })
    consent('granted')
    await convert({ email: 'ada@example.com', cart_data: { order_number: 'A-1' } })
    const waiting = status().waiting.length
    await fetch('/elsewhere')
    await flush()
    return [waiting, status().waiting[0].attempts]
  })
  expect([waiting, after]).toEqual([1, 2])
})

test('without a document every call is rejected, no_page, and the process lives', () => {
  const code = `
    import { configure, convert, addToList, consent, flush, status } from ${JSON.stringify(`${process.cwd()}/dist/index.js`)}
    configure({ endpoint: '/ringup/' })
    consent('granted')
    await flush()
    const outcomes = await Promise.all([convert({ email: 'ada@example.com' }), addToList('newsletter')])
    console.log(JSON.stringify([outcomes.map(({ status, reason }) => [status, reason]), status().waiting]))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual([
    [
      ['rejected', 'no_page'],
      ['rejected', 'no_page'],
    ],
    [],
  ])
})
