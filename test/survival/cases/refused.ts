/** The browser or the shopper refuses something. */
import { toPage } from '../../support/storefront-site.js'
import { type Case, convert, flush, queue } from '../round.js'

const REFUSE_STORAGE = `<script>
for (const name of ['localStorage', 'indexedDB'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied.', 'SecurityError') } })
</script>`

export const storageRefused: Case = {
  name: 'storage is refused, and the proxy away for a moment',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    shop.serve('/', toPage({ head: REFUSE_STORAGE }))
    const tab = await open()
    shop.takeProxyAway()
    await queue(tab, await newOrder())
    shop.bringProxyBack()
    await flush(tab)
    await arrival()
  },
}

const CONSENT_REQUIRED = toPage({ tag: 'data-consent="required"' })

export const consentDenied: Case = {
  name: 'consent is denied after the order',
  rounds: 30,
  isRefused: true,
  isSmoke: true,
  async play({ shop, open, newOrder }) {
    shop.serve('/', CONSENT_REQUIRED)
    const order = await newOrder()
    const tab = await open()
    await convert(tab, order)
    await tab.run(() => window.ringup.consent('denied'))
    await convert(tab, order)
    await flush(tab)
    await tab.goTo('/')
    await tab.run(() => window.ringup.consent('granted'))
    await flush(tab)
  },
}
