/** What platforms would serve on a shop's pages: Google Tag Manager's container, and Shopify's pixel manager. */
import { type Context, Hono } from 'hono'
import { toContainerScript } from './gtm/index.js'
import { toManagerScript, toPixelPage } from './shopify.js'

export function createEmulators(): Hono {
  const app = new Hono()
  app.get('/gtm.js', async (c) =>
    sendScript(c, await toContainerScript(toOrigin(c), [{ event: 'purchase', fields: {} }])),
  )
  app.get('/pixel-manager.js', (c) => sendScript(c, toManagerScript({ frame: '/emulators/pixel', init: toInit(c) })))
  app.get('/pixel', async (c) => c.html(await toPixelPage({ endpoint: `${toOrigin(c)}/ringup` })))
  return app
}

const sendScript = (c: Context, code: string) => c.body(code, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })

const toOrigin = (c: Context): string => new URL(c.req.url).origin

/** Nobody asks for consent here, which is Shopify's answer of a country where nobody has to. */
const toInit = (c: Context) => ({
  customerPrivacy: { marketingAllowed: true },
  context: { document: { location: { origin: toOrigin(c) } } },
  data: { customer: null, shop: { storefrontUrl: toOrigin(c) } },
})
