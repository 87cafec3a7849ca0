/**
 * The operator's page: what health and the commands say, to look at, and to act on once RINGUP_ADMIN_TOKEN was typed. Web
 * standards only, so that Cloudflare's runtime serves the same.
 *
 * Nothing in it comes from another host, and nothing personal is in an address, where histories and logs would keep it.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { Email } from '../../../contract/email.js'
import { readMissing } from '../find.js'
import { toSafeLines } from '../safe-text.js'
import { NO_SUCH_ID } from '../sentences.js'
import { ID, UUID } from '../words.js'
import { createActs, toDone } from './acts.js'
import { toDoneMark, toEvent, toTable, toTimeline, toTraces } from './events.js'
import { toLines, toSpan } from './figures.js'
import { type Html, type PageEnv, toDocument } from './html.js'
import { createKeepTag } from './keep-tag.js'
import { toFindForm, toOverview } from './overview.js'
import type { PageParts } from './parts.js'
import { readTable } from './read-table.js'
import { createSessions } from './session.js'
import { toSignIn } from './sign-in.js'
import { createVerify } from './verify.js'

/** Refused reports whose order numbers are shown. */
const MAX_REPORTS = 100
/** A token, or an order number with an e-mail, have a thousandth of it. */
const MAX_FORM_BYTES = 64 * 1024

export function createPage(parts: PageParts): Hono<PageEnv> {
  const { operator, readHealth, readHours, files, tokens, isPublic, onActed = () => {}, now = Date.now } = parts
  const sessions = createSessions(tokens, now)
  const app = new Hono<PageEnv>()

  const hasSetup = files?.setup !== undefined
  if (hasSetup) app.get('/setup', (context) => context.html(files.setup ?? '')) // before the headers: it has a policy of its own
  // What a form of another site sends is refused, and of another port of this machine.
  app.use(HEADERS, csrf(), bodyLimit({ maxSize: MAX_FORM_BYTES }))
  app.use(async (context, next) => {
    const isSignedIn = await sessions.isSignedIn(context)
    context.set('view', { isSignedIn, isReadOnly: tokens.length === 0, hasSetup, nowMs: now() })
    const isOpen = ['/sign-in', '/operator.css', '/operator.js'].includes(context.req.path)
    return isPublic && !isOpen && !isSignedIn ? context.redirect('/sign-in', 303) : next()
  })
  if (files) {
    const serve = (text: string, type: string) => (context: Context) =>
      context.body(text, 200, { 'content-type': `text/${type}; charset=utf-8` })
    app.get('/operator.css', serve(files.style, 'css'))
    app.get('/operator.js', serve(files.script, 'javascript'))
  }

  const show = async (context: Context<PageEnv>, title: string, main: Html, status: 200 | 403 | 404 = 200) =>
    context.html(toSafeLines(String(await toDocument(title, context.var.view, main))), status)
  const showSignIn = (context: Context<PageEnv>, status: 200 | 403 = 200, isWrong = false) =>
    show(context, 'Sign in', toSignIn(context.var.view.isReadOnly, isWrong), status)

  app.get('/', async (context) => {
    const [health, hours, origins, { events: reports }] = await Promise.all([
      ...([readHealth(), readHours(), operator.origins()] as const),
      operator.page({ state: 'refused' }, MAX_REPORTS),
    ])
    const day = { hours, lines: toLines(hours, '24h') }
    const overview = { ...parts, health, day, origins, reports, span: toSpan(context.req.query('span')) }
    return show(context, 'Operator', toOverview(overview, context.var.view))
  })
  app.get('/history.json', async (context) =>
    context.json(toLines(await readHours(), toSpan(context.req.query('span')))),
  )
  app.get('/events', async (context) => {
    const { counts } = await readHealth()
    const table = await readTable(operator, context.req.query())
    return show(context, 'Events', toTable({ ...table, counts }, context.var.view, toDone(context)))
  })
  const showEvent = async (context: Context<PageEnv>, id: string, reveal = false) => {
    const { view } = context.var
    const [event, steps] = await Promise.all([operator.read(id), operator.timeline(id)])
    if (!event) {
      const traces = toTraces(await operator.find({ id }), [NO_SUCH_ID], view)
      const known = html`<h1>Event</h1>${toDoneMark(toDone(context))}${traces}${toTimeline(steps)}`
      return show(context, 'Event', known, steps.length === 0 ? 404 : 200)
    }
    if (reveal) await operator.tellRevealed({ id, count: 1 })
    const ahead = event.behind === undefined ? undefined : await operator.read(event.behind)
    return show(context, 'Event', toEvent({ event, steps, ahead, reveal, done: toDone(context) }, view))
  }
  app.get(`/events/:id{${ID}}`, (context) => showEvent(context, context.req.param('id')))
  app.post('/find', async (context) => {
    const { what = '', email = '' } = await readForm(context)
    const parsed = Email.safeParse(email)
    const which = UUID.test(what.trim())
      ? { id: what.trim() }
      : { order: what, ...(parsed.success && { email: parsed.data }) }
    const traces = await operator.find(which)
    const missing = traces.length > 0 ? [] : await readMissing(operator, which, now())
    const found = toTraces(traces, missing, context.var.view)
    return show(context, 'Find', html`<h1>Find</h1>${toFindForm({ what, email })}${found}`)
  })
  app.route('/', createKeepTag(parts.saveTag))
  app.route('/verify', createVerify(operator, parts.lookAtWay))
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

  // From here on only for those who have signed in.
  app.use(async (context, next) => {
    if (context.req.method !== 'POST') return next()
    if (!context.var.view.isSignedIn) return showSignIn(context, 403)
    await next()
    onActed()
  })
  app.post(`/events/:id{${ID}}/reveal`, (context) => showEvent(context, context.req.param('id'), true))
  app.route('/', createActs(parts))
  return app
}

/** Everything is of this host; nothing is written within the page, and nobody may frame it. */
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
  strictTransportSecurity: false, // that is for whoever puts TLS before it
  xFrameOptions: 'DENY',
})

const readForm = async ({ req }: Context): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await req.text()))
