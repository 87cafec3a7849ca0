/** Promise: what the panel's buttons do, they do only when pressed, and say what became of it. */
import { EMAIL, order, test } from '../support/panel.js'
import { serve } from '../support/servers.js'
import { expect, toPage } from '../support/storefront.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** A server beside the shop, as a host of its own for events. */
const startHost = (headers: Record<string, string>, answer = '{"ok":false,"code":"shape"}') =>
  serve((_request, response) => response.writeHead(422, headers).end(answer))

test('the test of the connection names the obstacle, and sends no event', async ({ storefront, page, panel }) => {
  const silent = await startHost({})
  const open = await startHost({ 'access-control-allow-origin': '*' }, 'Not here')
  const blocked = await startHost({ 'access-control-allow-origin': '*' })
  const down = await startHost({})
  down.stop()
  await page.route(`${blocked.url}/ringup*`, (route) => route.abort('blockedbyclient'))
  for (const [endpoint, result] of [
    [silent.url, /^CORS: a server answers at the endpoint, but without Access-Control-Allow-Origin/],
    [blocked.url, /^A blocker: http:\S+ answers, but this browser lets nothing through to the endpoint\./],
    [down.url, /^Down: nothing answers at http:/],
    [open.url, /^The answer was 422, and not the proxy’s own/],
  ] as const) {
    await panel.openOn(toPage({ tag: `data-endpoint="${endpoint}/ringup"` }))
    await panel.press('Test the connection')
    await expect(panel.result).toHaveText(result)
  }
  for (const host of [silent, open, blocked]) host.stop()
  await panel.openOn(toPage(), { 'content-security-policy': "connect-src 'none'" })
  await panel.press('Test the connection')
  await expect(panel.result).toHaveText(/^The page’s Content-Security-Policy blocks the endpoint/)
  await page.clock.install()
  await panel.openOn(toPage({ tag: 'data-endpoint="/ringup"' }))
  await panel.press('Test the connection')
  await expect(panel.result).toHaveText(/^The connection works: the proxy answers \(422\), and takes events from this/)
  await page.clock.runFor(1_200) // the panel looks again each second
  await expect(panel.sentence).toHaveText(/^Nothing has happened yet/)
  expect(storefront.arrivals().filter(({ body }) => body)).toEqual([])
})

test('each outcome and each event that waits has its id, and Send now delivers it', async ({
  storefront,
  page,
  panel,
}) => {
  await panel.openOn(toPage())
  const { id } = await order(page)
  await expect(panel.content).toContainText(`accepted. ${id}`)
  storefront.answerWith(503, { 'retry-after': '600' }) // so that nothing but the button sends it
  const { id: waiting } = await order(page, '2')
  await expect(panel.content).toContainText(waiting)
  storefront.bringProxyBack()
  await panel.press('Send now')
  await expect(panel.result).toHaveText('Everything that waited is delivered.')
  await expect(panel.button('Send now')).toBeHidden()
})

test('the report has all that the panel shows, and no e-mail address', async ({ storefront, page, panel }) => {
  await page.goto(`${storefront.url}/?order=secret`)
  const { id } = await order(page)
  await panel.open()
  await panel.press('Copy report')
  await expect(panel.result).toHaveText('The report is copied. E-mail addresses in it are masked.')
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('The proxy took an event before the panel was loaded (202).')
  expect(report).toContain('data-endpoint:')
  expect([report.includes(EMAIL), report.includes('secret'), id.length]).toEqual([false, false, 36])
})

test('an e-mail where Ringup does not look is found, and the line that it prints works', async ({
  storefront,
  page,
  panel,
}) => {
  const body = `<footer>info@shop.example</footer><b id="mail">${EMAIL}</b><b data-ringup="order_number">1003</b>`
  const line = 'data-email="#mail"'
  await panel.openOn(toPage({ tag: 'data-convert-on="load"', body }))
  await expect(panel.todo).toHaveText(`Put ${line} on the script tag.`)
  storefront.serve('/case', toPage({ tag: `data-convert-on="load" ${line}`, body }))
  await page.goto('/case')
  // The page before has reported the order without an address when it was left.
  const readEmails = () => storefront.arrivals().map(({ body }) => Object(body).email)
  await expect.poll(readEmails).toEqual([undefined, EMAIL])
})

test('the same sentences are in the console, each once', async ({ page, panel }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.clock.install()
  await panel.openOn(toPage())
  await order(page)
  await expect.poll(() => said).toContain('Ringup: The proxy has taken the last order.')
  await page.clock.runFor(2_500) // the panel looks again each second
  expect(said.filter((line) => line.startsWith('Ringup: The proxy has taken the last order'))).toHaveLength(1)
})
