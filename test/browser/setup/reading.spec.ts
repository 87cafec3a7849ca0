/** Promise: the set-up page shows what the snippet makes of a sample, runs nothing of it, and says every problem. */
import { expect, test } from '../../support/setup.js'

const who = '<i data-ringup="email">ada@example.com</i>'

test('nothing of a pasted page is run, loaded or followed', async ({ setup, watch, page }) => {
  await setup.open('source=attributes')
  await setup.trySample(`<script>window.ran = 'script'</script>
    <img src="http://127.0.0.1:9/picture" onerror="window.top.ran = 'error'">
    <svg onload="window.top.ran = 'svg'"></svg><iframe src="javascript:top.ran=1"></iframe>
    <meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><link rel="stylesheet" href="http://127.0.0.1:9/style">
    <form action="javascript:top.ran=2"><button>Go</button></form><a href="javascript:top.ran=3" data-ringup="order_number">A-1</a>
    <b style="background: url(http://127.0.0.1:9/back)">${who}</b>`)
  const preview = page.frameLocator('#preview')
  await expect(preview.locator('[data-found=order_number]')).toHaveText('A-1')
  await preview.locator('[data-found=order_number]').click()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(await preview.locator('script, img, svg, iframe, meta, link, [style], [href], [onerror]').count()).toBe(0)
  // The policy is asked even for a document in which nothing could run, and refuses all the same.
  expect(
    watch.complaints.filter(
      (complaint) => !/^(Executing inline event handler|Applying inline style).* blocked\.$/.test(complaint),
    ),
  ).toEqual([])
  watch.complaints.length = 0
})

test('trying leaves nothing in the browser', async ({ setup, page }) => {
  await setup.open()
  await setup.takeExample()
  const kept = await page.evaluate(async () => [
    Object.keys(localStorage).length,
    (await indexedDB.databases()).length,
    document.cookie,
  ])
  expect(kept).toEqual([0, 0, ''])
})

test('a pasted page’s consent banner is named, and one click makes the tag wait for it', async ({ setup, page }) => {
  await setup.open()
  await setup.trySample('<script src="https://consent.cookiebot.com/uc.js"></script><p>Thank you</p>')
  await expect(page.locator('#banner')).toContainText(
    'This page has Cookiebot, and your tag does not wait for consent.',
  )
  await page.getByRole('button', { name: 'Wait for Cookiebot' }).click()
  await expect(page.locator('#banner')).toHaveText(/your tag waits for its answer/)
  await expect.poll(() => setup.text('Script tag')).toContain('"read": "Cookiebot.consent.marketing"')
})
