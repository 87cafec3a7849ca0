/**
 * The operator's page shows what health and the commands say. With RINGUP_ADMIN_TOKEN the operator can act on events there. It uses
 * web standards only, so Cloudflare's runtime serves it too.
 *
 * Nothing in it comes from another host. No address contains personal data, because histories and logs would keep it.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { toSafeLines } from '../safe-text.js'
import { NO_SUCH_ID } from '../sentences.js'
import { ID } from '../words.js'
import { createActs, toDone } from './acts.js'
import { toEvent, type Whole } from './event.js'
import { toRows, toTable } from './events.js'
import { findEvents } from './find.js'
import { type Html, type PageEnv, toDocument, toDoneMark } from './html.js'
import { createKeepTag } from './keep-tag.js'
import { toOverview } from './overview.js'
import type { PageParts } from './parts.js'
import { readTable } from './read-table.js'
import { createSessions } from './session.js'
import { toSignIn } from './sign-in.js'
import { toSpan } from './spark.js'
import { createVerify } from './verify.js'

/** Refused reports whose order numbers are shown. */
const MAX_REPORTS = 100
/** The latest events on the first page. */
const LATEST = 15
/** A token, or an order number with an e-mail, have a thousandth of it. */
const MAX_FORM_BYTES = 64 * 1024

export function createPage(parts: PageParts): Hono<PageEnv> {
  const { operator, readHealth, readHours, files, tokens, isPublic, onActed = () => {}, now = Date.now } = parts
  const sessions = createSessions(tokens, now)
  const app = new Hono<PageEnv>()

  const hasSetup = files?.setup !== undefined
  if (hasSetup) app.get('/setup', (context) => context.html(files.setup ?? '')) // before the headers, because it has a policy of its own
  // Forms of other sites, and of other ports of this machine, are refused.
  app.use(HEADERS, csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES }))
  app.use(async (context, next) => {
    const isSignedIn = await sessions.isSignedIn(context)
    const isClosed = isPublic === true && !isSignedIn
    const view = { isSignedIn, isReadOnly: tokens.length === 0, isClosed, hasSetup, nowMs: now() }
    context.set('view', view)
    const isOpen = ['/sign-in', '/operator.css', '/operator.js'].includes(context.req.path)
    return isClosed && !isOpen ? context.redirect('/sign-in', 303) : next()
  })
  if (files) {
    const serve = (text: string, type: string) => (context: Context) =>
      context.body(text, 200, { 'content-type': `text/${type}; charset=utf-8` })
    app.get('/operator.css', serve(files.style, 'css'))
    app.get('/operator.js', serve(files.script, 'javascript'))
  }

  const show = async (context: Context<PageEnv>, title: string, main: Html, status: 200 | 403 | 404 = 200, what = '') =>
    context.html(toSafeLines(String(await toDocument(title, context.var.view, main, what))), status)
  const showSignIn = (context: Context<PageEnv>, status: 200 | 403 = 200, isWrong = false) =>
    show(context, 'Sign in', toSignIn(context.var.view.isReadOnly, isWrong), status)

  app.get('/', async (context) => {
    const [health, hours, { events: reports }, table] = await Promise.all([
      ...([readHealth(), readHours()] as const),
      ...([operator.page({ state: 'refused' }, MAX_REPORTS), readTable(operator, {})] as const),
    ])
    const { events } = table
    const latest = {
      ...table,
      events: events.slice(0, LATEST),
      next: events[LATEST] && 'state=all',
      counts: health.counts,
    }
    const overview = {
      ...parts,
      health,
      hours,
      origins: parts.readOrigins(),
      reports,
      table: latest,
      span: toSpan(context.req.query('span')),
    }
    return show(context, 'Operator', toOverview(overview, context.var.view))
  })
  app.get('/events', async (context) => {
    const { counts } = await readHealth()
    const table = toTable({ ...(await readTable(operator, context.req.query())), counts }, context.var.view)
    return show(
      context,
      'Events',
      html`<h1>Events</h1>${toDoneMark(toDone(context))}<section class="card">${table}</section>`,
    )
  })
  /** @param more data that only this visitor sees @param what the text in the search */
  const showEvent = async (context: Context<PageEnv>, id: string, more: Partial<Whole> = {}, what = '') => {
    const [[event], steps] = await Promise.all([operator.find({ id }), operator.timeline(id)])
    if (!event) return showMissing(context, [NO_SUCH_ID])
    if (more.reveal) operator.noteReveal(1, { id })
    const whole = { event, steps, done: toDone(context), ...more }
    return show(context, 'Event', toEvent(whole, context.var.view), 200, what)
  }
  const showMissing = (context: Context<PageEnv>, sentences: string[], what = '', status: 200 | 404 = 404) => {
    const lines = sentences.map((sentence) => html`<p>${sentence}</p>`)
    const main = html`<h1>Not found</h1>${toDoneMark(toDone(context))}<section class="card" role="status">${lines}</section>`
    return show(context, 'Not found', main, status, what)
  }
  app.get(`/events/:id{${ID}}`, (context) => showEvent(context, context.req.param('id')))
  app.post('/find', async (context) => {
    const { what = '' } = await readForm(context)
    const { events, number, missing } = await findEvents(operator, what)
    const [first] = events
    if (!first) return showMissing(context, missing, what, 200)
    if (events.length === 1) return showEvent(context, first.id, { number }, what)
    const main = html`<h1>${events.length} events found</h1><section class="card">${toRows(events, context.var.view)}</section>`
    return show(context, 'Find', main, 200, what)
  })
  app.route('/', createKeepTag(parts.saveTag))
  app.route('/verify', createVerify(operator))
  app.get('/sign-in', (context) => showSignIn(context))
  app.post('/sign-in', async (context) => {
    const { token = '' } = await readForm(context)
    if (await sessions.signIn(context, token)) return context.redirect('/', 303)
    return showSignIn(context, 403, true)
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

/** Everything comes from this host. The page has no inline script or style, and no other page may frame it. */
const HEADERS = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ['data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false, // the web server with TLS decides that
  xFrameOptions: 'DENY',
})

const readForm = async ({ req }: Context): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await req.text()))
