/**
 * The operator's page shows what health and the commands say. With RINGUP_ADMIN_TOKEN every view needs a session, which can act on events.
 * Without it, every view is open and read-only. It uses web standards only, so Cloudflare's runtime serves it too.
 *
 * Nothing in it comes from another host. No address contains personal data, because histories and logs would keep it.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { toSafeLines } from '../../../contract/safe-text.js'
import { OWN_POLICY } from '../headers.js'
import { NO_SUCH_ID } from '../sentences.js'
import { ID } from '../words.js'
import { createActs, toDone } from './acts.js'
import { toEvent, type Whole } from './event.js'
import { readList, toList, toRows } from './events.js'
import { findEvents } from './find.js'
import { type Html, type PageEnv, toDocument, toDoneMark } from './html.js'
import { createKeepTag } from './keep-tag.js'
import { toOverview } from './overview.js'
import type { PageParts } from './parts.js'
import { createSessions } from './session.js'
import { toSignIn } from './sign-in.js'
import { createVerify } from './verify.js'

/** The last events on the first page. */
const LATEST = 15
/** A token, or an order number with an e-mail, have a thousandth of it. */
const MAX_FORM_BYTES = 64 * 1024

export function createPage(parts: PageParts): Hono<PageEnv> {
  const { operator, readHealth, files, tokens, log, onActed = () => {}, now = Date.now } = parts
  const sessions = createSessions(tokens, now, log)
  const app = new Hono<PageEnv>()

  const hasSetup = files?.setup !== undefined
  type Status = 200 | 403 | 404 | 429
  /** @param what the text in the search */
  const show = async (context: Context<PageEnv>, title: string, main: Html, status: Status = 200, what = '') =>
    context.html(toSafeLines(String(await toDocument(title, context.var.view, main, what))), status)
  const showSignIn = (context: Context<PageEnv>, status: Status = 200, isWrong = false) =>
    show(context, 'Sign in', toSignIn(context.var.view.isReadOnly, isWrong), status)

  // Forms of other sites, and of other ports of this machine, are refused.
  app.use(csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES }))
  app.use(async (context, next) => {
    const isReadOnly = tokens.length === 0
    const isSignedIn = await sessions.isSignedIn(context)
    context.set('view', { isSignedIn, isReadOnly, hasSetup, nowMs: now() })
    const isOpen = ['/sign-in', '/operator.css', '/operator.js'].includes(context.req.path)
    if (isReadOnly || isSignedIn || isOpen) return next()
    return context.req.method === 'GET' ? context.redirect('/sign-in', 303) : showSignIn(context, 403)
  })
  if (hasSetup) app.get('/setup', (context) => context.html(files.setup ?? '', 200, OWN_POLICY))
  if (files) {
    const serve = (text: string, type: string) => (context: Context) =>
      context.body(text, 200, { 'content-type': `text/${type}; charset=utf-8` })
    app.get('/setup/:name', async (context) => {
      const text = await files.readSetupFile?.(context.req.param('name'))
      return text === undefined ? context.notFound() : context.text(text)
    })
    app.get('/operator.css', serve(files.style, 'css'))
    app.get('/operator.js', serve(files.script, 'javascript'))
  }

  app.get('/', async (context) => {
    const [health, latest] = await Promise.all([readHealth(), operator.latest(LATEST)])
    return show(context, 'Operator', toOverview({ ...parts, health, latest }, context.var.view))
  })
  app.get('/events', async (context) => {
    const [health, list] = await Promise.all([readHealth(), readList(operator, context.req.query())])
    const card = html`<section class="card">${toList(list, health, context.var.view)}</section>`
    return show(context, 'Events', html`<h1>Events</h1>${toDoneMark(toDone(context))}${card}`)
  })
  /** @param more data that only this visitor sees */
  const showEvent = async (context: Context<PageEnv>, id: string, more: Partial<Whole> = {}, what = '') => {
    const [[event], steps] = await Promise.all([operator.find({ id }), operator.timeline(id)])
    if (!event) return showMissing(context, [NO_SUCH_ID], 404)
    if (more.reveal) operator.noteReveal(1, { id })
    const whole = { event, steps, done: toDone(context), ...more }
    return show(context, 'Event', toEvent(whole, context.var.view), 200, what)
  }
  const showMissing = (context: Context<PageEnv>, sentences: string[], status: Status, what = '') => {
    const lines = sentences.map((sentence) => html`<p>${sentence}</p>`)
    const main = html`<h1>Not found</h1>${toDoneMark(toDone(context))}<section class="card" role="status">${lines}</section>`
    return show(context, 'Not found', main, status, what)
  }
  app.get(`/events/:id{${ID}}`, (context) => showEvent(context, context.req.param('id')))
  app.post('/find', async (context) => {
    const { what = '' } = await readForm(context)
    const { events, number, missing } = await findEvents(operator, what)
    const [first] = events
    if (!first) return showMissing(context, missing, 200, what)
    if (events.length === 1) return showEvent(context, first.id, { number }, what)
    const main = html`<h1>${events.length} events found</h1><section class="card">${toRows(events, context.var.view)}</section>`
    return show(context, 'Find', main, 200, what)
  })
  app.route('/', createKeepTag(parts.origins, parts.saveTag))
  app.route('/verify', createVerify(operator))
  app.get('/sign-in', (context) => showSignIn(context))
  app.post('/sign-in', async (context) => {
    const { token = '' } = await readForm(context)
    const result = await sessions.signIn(context, token)
    if (result === 'signed_in') return context.redirect('/', 303)
    if (result === 'wrong') return showSignIn(context, 403, true)
    context.header('retry-after', '60')
    return showSignIn(context, 429, true)
  })
  app.post('/sign-out', (context) => {
    sessions.signOut(context)
    return context.redirect('/', 303)
  })

  // The following acts need a session.
  app.use(async (context, next) => {
    if (context.req.method !== 'POST') return next()
    if (!context.var.view.isSignedIn) return showSignIn(context, 403)
    await next()
    onActed()
  })
  app.post(`/events/:id{${ID}}/reveal`, (context) => showEvent(context, context.req.param('id'), { reveal: true }))
  app.route('/', createActs(parts))
  return app
}

const readForm = async ({ req }: Context): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await req.text()))
