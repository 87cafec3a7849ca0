/**
 * The operator's page: what health and the commands say, to look at, and to act on once RINGUP_ADMIN_TOKEN was typed. Web
 * standards only, so that Cloudflare's runtime serves the same.
 *
 * Nothing in it comes from another host, and nothing personal is in an address, where histories and logs would keep it.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { Email } from '../../../contract/email.js'
import type { Operator } from '../../queue/index.js'
import { readMissing } from '../find.js'
import type { Health } from '../health.js'
import type { Hours } from '../hours.js'
import { toSafeLines } from '../safe-text.js'
import { isReason, NO_SUCH_ID, toSent } from '../sentences.js'
import { toDoneMark, toEvent, toTable, toTimeline, toTraces } from './events.js'
import { isSpan, toLines } from './figures.js'
import { type Html, toCount, toDocument, toTimeMark, type View } from './html.js'
import { toFindForm, toOverview } from './overview.js'
import { readTable } from './read-table.js'
import { createSessions } from './session.js'
import { toSignIn } from './sign-in.js'
import { createVerify, type LookAtPage } from './verify.js'

/** Script and style sheet, as the build has made them; without them the page has neither charts nor colours. */
export interface PageFiles {
  script: string
  style: string
  /** The set-up page, where there is one. */
  setup?: string
}

export interface PageParts {
  operator: Operator
  readHealth(): Promise<Health>
  readHours(): Promise<Hours>
  /** Where the script is served, for the tag. */
  path: string
  version: string
  snippet?: { file: string; integrity: string }
  files: PageFiles | undefined
  /** Who may act. None: nobody. */
  tokens: string[]
  /** Looking needs a token too: the page is reached from outside. */
  isPublic?: boolean
  /** Requests are seen where this is: those that were refused, and their origins. */
  seesRequests?: boolean
  /** Sends a test order as a page would. @returns its event's id; undefined when it was not taken */
  sendTestOrder?: () => Promise<string | undefined>
  /** What the set-up page is told of a page of the shop. */
  lookAtPage?: LookAtPage
  /** Something was done to an event. */
  onActed?: () => void
  now?: () => number
}

const PER_PAGE = 50
/** A token, or an order number with an e-mail, have a thousandth of it. */
const MAX_FORM_BYTES = 64 * 1024
/** Of an event; hono takes it as part of a path. */
const ID = '[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}'
const UUID = new RegExp(`^${ID}$`)

export function createPage(parts: PageParts): Hono {
  const { operator, readHealth, readHours, version, snippet, files, tokens, onActed = () => {}, now = Date.now } = parts
  const { isPublic = false, seesRequests = true, path } = parts
  const sessions = createSessions(tokens, now)
  const app = new Hono()

  const { setup } = files ?? {}
  if (setup) app.get('/setup', (context) => context.html(setup)) // before the headers: it has a policy of its own
  app.use(HEADERS, bodyLimit({ maxSize: MAX_FORM_BYTES }))
  app.use(async (context, next) => {
    if (context.req.method === 'POST' && !isSamePage(context)) return context.text('Not from this page.', 403)
    const isOpen = ['/sign-in', '/operator.css', '/operator.js'].includes(context.req.path)
    if (isPublic && !isOpen && !sessions.isSignedIn(context)) return context.redirect('/sign-in', 303)
    return next()
  })
  if (files) {
    app.get('/operator.css', (context) => context.body(files.style, 200, { 'content-type': 'text/css; charset=utf-8' }))
    app.get('/operator.js', (context) =>
      context.body(files.script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
  }

  const toView = (context: Context): View => ({
    isSignedIn: sessions.isSignedIn(context),
    isReadOnly: tokens.length === 0,
    hasSetup: setup !== undefined,
    nowMs: now(),
  })
  const show = async (context: Context, title: string, main: Html, status: 200 | 403 | 404 = 200) =>
    context.html(toSafeLines(String(await toDocument(title, toView(context), main))), status)
  const readSpan = async (span: '24h' | '7d') => {
    const hours = await readHours()
    return { hours, lines: toLines(hours, span) }
  }

  app.get('/', async (context) => {
    const asked = context.req.query('span')
    const [health, day, origins] = await Promise.all([readHealth(), readSpan('24h'), operator.origins()])
    const about = {
      version,
      snippet,
      path,
      canTest: parts.sendTestOrder !== undefined,
      seesRequests,
      origins,
      span: isSpan(asked) ? asked : ('24h' as const),
    }
    return show(context, 'Operator', toOverview({ health, day, ...about }, toView(context)))
  })
  app.get('/history.json', async (context) => {
    const asked = context.req.query('span')
    return context.json((await readSpan(isSpan(asked) ? asked : '24h')).lines)
  })
  app.get('/events', async (context) => {
    const { counts } = await readHealth()
    const table = await readTable(operator, context.req.query(), PER_PAGE)
    return show(context, 'Events', toTable({ ...table, counts }, toView(context), toDone(context)))
  })
  const showEvent = async (context: Context, id: string, reveal: boolean) => {
    const [event, steps] = await Promise.all([operator.read(id), operator.timeline(id)])
    if (!event) {
      const traces = toTraces(await operator.find({ id }), [NO_SUCH_ID], toView(context))
      return show(
        context,
        'Event',
        html`${toDoneMark(toDone(context))}${traces}${toTimeline(steps)}`,
        steps.length === 0 ? 404 : 200,
      )
    }
    if (reveal) await operator.tellRevealed({ id, count: 1 })
    const ahead = event.behind === undefined ? undefined : await operator.read(event.behind)
    return show(context, 'Event', toEvent({ event, steps, ahead, reveal, done: toDone(context) }, toView(context)))
  }
  app.get(`/events/:id{${ID}}`, (context) => showEvent(context, context.req.param('id'), false))
  app.post('/find', async (context) => {
    const { what = '', email = '' } = await readForm(context)
    const isId = UUID.test(what.trim())
    const parsed = Email.safeParse(email)
    const which = isId ? { id: what.trim() } : { order: what, ...(parsed.success && { email: parsed.data }) }
    const traces = await operator.find(which)
    const missing = traces.length > 0 ? [] : await readMissing(operator, which, now(), toTimeMark)
    return show(context, 'Find', html`${toFindForm({ what, email })}${toTraces(traces, missing, toView(context))}`)
  })
  app.route('/verify', createVerify(operator, parts.lookAtPage))
  app.get('/sign-in', (context) => show(context, 'Sign in', toSignIn(tokens.length === 0)))
  app.post('/sign-in', async (context) => {
    const { token = '' } = await readForm(context)
    if (sessions.signIn(context, token)) return context.redirect('/', 303)
    return show(context, 'Sign in', toSignIn(tokens.length === 0, true), 403)
  })
  app.post('/sign-out', (context) => {
    sessions.signOut(context)
    return context.redirect('/', 303)
  })

  // From here on only for those who have signed in.
  app.use(async (context, next) => {
    if (context.req.method !== 'POST' || sessions.isSignedIn(context)) return next()
    return show(context, 'Sign in', toSignIn(tokens.length === 0), 403)
  })
  app.post(`/events/:id{${ID}}/reveal`, async (context) => {
    const shown = await showEvent(context, context.req.param('id'), true)
    onActed()
    return shown
  })
  app.post(`/events/:id{${ID}}/send`, async (context) => {
    const id = context.req.param('id')
    const sent = await operator.send(id)
    onActed()
    return context.redirect(`/events/${id}?done=${sent.as}${'id' in sent ? `&id=${sent.id}` : ''}`, 303)
  })
  app.post(`/events/:id{${ID}}/replay`, async (context) => {
    const id = context.req.param('id')
    const count = await operator.replay({ id })
    onActed()
    return context.redirect(`/events/${id}?done=${count > 0 ? 'replayed' : 'not-dead'}`, 303)
  })
  app.post(`/events/:id{${ID}}/drop`, async (context) => {
    const event = await operator.read(context.req.param('id'))
    const count = await operator.drop({ id: context.req.param('id') })
    onActed()
    return context.redirect(`/events?state=${event?.state ?? 'dead'}&done=dropped&count=${count}`, 303)
  })
  app.post('/test-order', async (context) => {
    const id = await parts.sendTestOrder?.()
    return context.redirect(id === undefined ? '/events?done=test-refused' : `/events/${id}?done=test`, 303)
  })
  app.post('/reasons/:reason/:act{replay|drop}', async (context) => {
    const { reason, act } = context.req.param()
    if (!isReason(reason)) return context.notFound()
    const count = act === 'replay' ? await operator.replay({ reason }) : await operator.drop({ reason })
    onActed()
    return context.redirect(
      `/events?state=dead&done=${act === 'replay' ? 'replayed-all' : 'dropped'}&count=${count}`,
      303,
    )
  })
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

/** A form of another site, or of another port of this machine, has another origin. */
function isSamePage({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = req.header('origin')
  return origin !== undefined && origin === new URL(req.url).origin
}

async function readForm(context: Context): Promise<Record<string, string>> {
  const form = await context.req.parseBody().catch(() => ({}))
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** What has just been done, by a word in the address: no sentence of it is from there. */
function toDone({ req }: Context): string | undefined {
  const count = Number(req.query('count') ?? 0)
  const id = UUID.exec(req.query('id') ?? '')?.[0] ?? ''
  switch (req.query('done')) {
    case 'due':
      return toSent({ as: 'due' })
    case 'behind':
      return toSent({ as: 'behind', id })
    case 'replayed':
      return 'The dead letter waits again.'
    case 'replayed-all':
      return Number.isSafeInteger(count) ? `${toCount(count, 'dead letter')} will be sent again.` : undefined
    case 'dropped':
      return Number.isSafeInteger(count) ? `${toCount(count, 'event')} deleted.` : undefined
    case 'test':
      return 'A test order is on its way, as a page would have sent it. Load this page again to see how far it comes; the API converts nothing.'
    case 'test-refused':
      return 'The proxy has not taken the test order: ringup check --order says why.'
    case 'dead':
      return toSent({ as: 'dead' })
    case 'not-dead':
      return 'It is no dead letter.'
    default:
      return undefined
  }
}
