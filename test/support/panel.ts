/** A page with the examiner's bar. */
import type { BrowserContext, Page } from '@playwright/test'
import { type Storefront, test as storefrontTest } from './storefront.js'

export const EMAIL = 'ada.lovelace@mail.example.com'

/** Reports an order of this customer from the page. */
export const order = (page: Page, number = '1') =>
  page.evaluate(([email, order_number]) => window.convert({ email, cart_data: { order_number } }), [
    EMAIL,
    number,
  ] as const)

/** Opens closed shadow roots, so that a test can look into the bar. Real pages cannot do this. */
export const openShadowRoots = (target: Pick<BrowserContext, 'addInitScript'>) =>
  target.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      return attachShadow.call(this, { ...init, mode: 'open' })
    }
  })

export const test = storefrontTest.extend<{ panel: Panel }>({
  panel: async ({ page, storefront }, use) => {
    await openShadowRoots(page)
    await use(createPanel(page, storefront))
  },
})

type Panel = ReturnType<typeof createPanel>

export const loadPanel = (page: Page) =>
  page.evaluate(async () => void (await import(`${location.origin}/ringup/ringup-debug.js`)))

function createPanel(page: Page, storefront: Storefront) {
  const host = page.locator('ringup-debug')
  const toggle = host.locator('.toggle')
  async function open() {
    await loadPanel(page)
    await toggle.click()
  }
  return {
    host,
    toggle,
    content: host.locator('.content'),
    /** The first finding. */
    headline: host.locator('.headline'),
    lines: host.locator('.lines'),
    button: (name: string) => host.getByRole('button', { name }),
    press: (name: string) => host.getByRole('button', { name }).click(),
    load: () => loadPanel(page),
    open,
    /** Opens the bar on the shop's page /case, and serves this page from now on. */
    async openOn(html: string, headers: Record<string, string> = {}) {
      storefront.serve('/case', html, headers)
      await page.goto('/case')
      await open()
    },
  }
}
