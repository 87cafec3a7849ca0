/** `PUT /setup/tag`: the set-up page keeps the tag's settings in a file. */
import { type Context, Hono } from 'hono'
import { createLinks } from '../../accept/links.js'
import { toJson } from '../../setting-values.js'
import type { PageEnv } from './html.js'

/** 204: the settings are on the disk, and served. 409: the proxy has no file of settings. 422: a setting is wrong. 500: the disk fails. */
export type SavedTag = { status: 204 } | { status: 409 | 422 | 500; error: string }

/** @param text JSON, as the file holds it */
export type SaveTag = (text: string) => Promise<SavedTag>

const NOWHERE: SaveTag = async () => ({
  status: 409,
  error: 'This proxy has no file of settings. Put them into RINGUP_TAG, and start it again.',
})

/** @param saveTag undefined if the platform has no files, as in a Worker */
export function createKeepTag(origins: string[], saveTag: SaveTag = NOWHERE): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  const { isOwn } = createLinks({ origins })
  app.put('/setup/tag', async (context) => {
    if (!isOfOwnPage(context)) return context.json({ error: 'Only the set-up page of this proxy may do this.' }, 403)
    if (!context.var.view.isSignedIn) return context.json({ error: 'Sign in on the operator’s page first.' }, 403)
    const text = await context.req.text()
    const { endpoint } = Object(toJson(text))
    if (typeof endpoint === 'string' && !isOwn(endpoint)) return context.json({ error: FOREIGN }, 422)
    const saved = await saveTag(text)
    return saved.status === 204 ? context.body(null, 204) : context.json({ error: saved.error }, saved.status)
  })
  return app
}

/** Orders would leave the shop. */
const FOREIGN = 'The tag: endpoint must be on a site of RINGUP_ORIGINS.'

/** Refuses scripts of other sites and of other ports of this machine. Their forms were refused before. */
function isOfOwnPage({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  return site === undefined ? req.header('origin') === new URL(req.url).origin : site === 'same-origin'
}
