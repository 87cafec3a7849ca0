/** Promise: the inspector shows each event's way while it happens. */
import { expect, test } from '../support/shop.js'

test('an order appears live, from the page to the API', async ({ shop, demo, context }) => {
  const inspector = await context.newPage()
  await inspector.goto(`${demo.shop.url}/inspector`)
  await shop.checkOut()
  const order = await shop.placeOrder()
  const card = inspector
    .getByRole('listitem')
    .filter({ hasText: `Order ${order.number}` })
    .first()
  await expect(card).toContainText('202 accepted')
  await expect(card).toContainText('converted')
  await expect(card).toContainText(`${order.total} cents`)
})
