/** The parts of a thank-you page to verify: its order and its tag. */

export const LAYER = `<script>dataLayer = [${JSON.stringify({
  event: 'purchase',
  user_data: { email: 'ada@example.com' },
  ecommerce: { transaction_id: 'A-1', value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99, quantity: 1 }] },
})}]</script>`
export const toTag = (settings: string) => `<script async src="/ringup/ringup.js" ${settings}></script>`
export const TAG = toTag('data-convert-on="purchase" data-debug="ask"')
/** The tag as a script adds it, such as custom HTML in a tag manager. */
export const ADDED_TAG = `<script>document.head.append(document.createRange().createContextualFragment(${JSON.stringify(TAG).replaceAll('<', '\\u003c')}))</script>`
