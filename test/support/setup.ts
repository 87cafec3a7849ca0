/** The set-up page of a running proxy, and the bar on a page of its shop. */
import type { Page } from '@playwright/test'
import { openShadowRoots } from './panel.js'
import { expect, type Storefront, test as storefrontTest } from './storefront.js'

export { expect }

const TOKEN = 't'.repeat(32)

export const test = storefrontTest.extend<{ setup: SetupPage }>({
  settings: { adminTokens: [TOKEN] },
  setup: async ({ page, context, servers }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openShadowRoots(context)
    await signIn(page, servers.adminUrl)
    await use(createSetupPage(page, servers.storefront, servers.adminUrl))
  },
})

async function signIn(page: Page, adminUrl: string) {
  await page.goto(`${adminUrl}/sign-in`)
  await page.locator('[name=token]').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

type SetupPage = ReturnType<typeof createSetupPage>

function createSetupPage(page: Page, shop: Storefront, adminUrl: string) {
  return {
    /** @param hash chooses the platform */
    async open(hash = '') {
      await page.goto('about:blank') // a new hash alone would not load the page
      await page.goto(`${adminUrl}/setup#${hash}`)
      await expect(page.getByRole('heading', { name: '1 Paste one line' })).toBeVisible()
    },
    /** Serves the page at /thank-you, opens it from step 2, and returns it. */
    async openShop(html: string, policy = '', headers: Record<string, string> = {}) {
      const whole = `<!doctype html><html lang="en"><title>Shop</title>${html}`
      shop.serve('/thank-you', whole, { 'content-security-policy': policy, ...headers })
      await page.getByLabel('Page to open').fill(`${shop.url}/thank-you`)
      const opening = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Open my shop' }).click()
      return opening
    },
    /** Step 2's text about the opened page. */
    found: page.locator('#shop-page'),
    save: () => page.getByRole('button', { name: 'Save and test' }).click(),
    /** The lines of step 3. */
    results: page.locator('#results'),
    /** Ends the session, as a restart of the proxy does. */
    signOut: () => page.context().clearCookies(),
    state: (step: 1 | 2 | 3) => page.locator(`#step-${step} .state`),
  }
}
