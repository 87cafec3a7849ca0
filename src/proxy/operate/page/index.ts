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
import { toCount } from '../words.js'
import { toDoneMark, toEvent, toTable, toTimeline, toTraces } from './events.js'
import { isSpan, type Span, toLines } from './figures.js'
import { type Html, type PageEnv, toDocument } from './html.js'
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

export function createPage(parts: PageParts): Hono<PageEnv> {
  const { operator, readHealth, readHours, version, snippet, files, tokens, onActed = () => {}, now = Date.now } = parts
  const { isPublic = false, seesRequests = true, path, sendTestOrder } = parts
  const sessions = createSessions(tokens, now)
  const app = new Hono<PageEnv>()

  const { setup } = files ?? {}
  if (setup) app.get('/setup', (context) => context.html(setup)) // before the headers: it has a policy of its own
  app.use(HEADERS, bodyLimit({ maxSize: MAX_FORM_BYTES }))
  app.use(async (context, next) => {
    if (context.req.method === 'POST' && !isSamePage(context)) return context.text('Not from this page.', 403)
    const isSignedIn = await sessions.isSignedIn(context)
    context.set('view', { isSignedIn, isReadOnly: tokens.length === 0, hasSetup: setup !== undefined, nowMs: now() })
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
  const toSpan = (context: Context<PageEnv>): Span => {
    const asked = context.req.query('span')
    return isSpan(asked) ? asked : '24h'
  }

  app.get('/', async (context) => {
    const [health, hours, origins] = await Promise.all([readHealth(), readHours(), operator.origins()])
    const day = { hours, lines: toLines(hours, '24h') }
    const about = { version, snippet, path, canTest: sendTestOrder !== undefined, seesRequests }
    return show(
      context,
      'Operator',
      toOverview({ health, day, origins, span: toSpan(context), ...about }, context.var.view),
    )
  })
  app.get('/history.json', async (context) => context.json(toLines(await readHours(), toSpan(context))))
  app.get('/events', async (context) => {
    const { counts } = await readHealth()
    const table = await readTable(operator, context.req.query(), PER_PAGE)
    return show(context, 'Events', toTable({ ...table, counts }, context.var.view, toDone(context)))
  })
  const showEvent = async (context: Context<PageEnv>, id: string, reveal = false) => {
    const { view } = context.var
    const [event, steps] = await Promise.all([operator.read(id), operator.timeline(id)])
    if (!event) {
      const traces = toTraces(await operator.find({ id }), [NO_SUCH_ID], view)
      const known = html`${toDoneMark(toDone(context))}${traces}${toTimeline(steps)}`
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
    return show(context, 'Find', html`${toFindForm({ what, email })}${toTraces(traces, missing, context.var.view)}`)
  })
  app.route('/verify', createVerify(operator, parts.lookAtPage))
  app.get('/sign-in', (context) => show(context, 'Sign in', toSignIn(tokens.length === 0)))
  app.post('/sign-in', async (context) => {
    const { token = '' } = await readForm(context)
    if (await sessions.signIn(context, token)) return context.redirect('/', 303)
    return show(context, 'Sign in', toSignIn(tokens.length === 0, true), 403)
  })
  app.post('/sign-out', (context) => {
    sessions.signOut(context)
    return context.redirect('/', 303)
  })

  // From here on only for those who have signed in.
  app.use(async (context, next) => {
    if (context.req.method !== 'POST' || context.var.view.isSignedIn) return next()
    return show(context, 'Sign in', toSignIn(tokens.length === 0), 403)
  })
  app.post(`/events/:id{${ID}}/reveal`, async (context) => {
    const shown = await showEvent(context, context.req.param('id'), true)
    onActed()
    return shown
  })
  /** What can be done to one event. @returns where it is shown that it was done */
  const acts: Record<string, (id: string) => Promise<string>> = {
    async send(id) {
      const sent = await operator.send(id)
      return `/events/${id}?done=${sent.as}${'id' in sent ? `&id=${sent.id}` : ''}`
    },
    async replay(id) {
      return `/events/${id}?done=${(await operator.replay({ id })) > 0 ? 'replayed' : 'not-dead'}`
    },
    async drop(id) {
      const event = await operator.read(id)
      return `/events?state=${event?.state ?? 'dead'}&done=dropped&count=${await operator.drop({ id })}`
    },
  }
  app.post(`/events/:id{${ID}}/:act`, async (context) => {
    const { id, act } = context.req.param()
    const place = Object.hasOwn(acts, act) ? await acts[act]?.(id) : undefined
    if (place === undefined) return context.notFound()
    onActed()
    return context.redirect(place, 303)
  })
  app.post('/reasons/:reason/:act{replay|drop}', async (context) => {
    const { reason, act } = context.req.param()
    if (!isReason(reason)) return context.notFound()
    const isReplay = act === 'replay'
    const count = await (isReplay ? operator.replay({ reason }) : operator.drop({ reason }))
    onActed()
    return context.redirect(`/events?state=dead&done=${isReplay ? 'replayed-all' : 'dropped'}&count=${count}`, 303)
  })
  app.post('/test-order', async (context) => {
    const id = await sendTestOrder?.()
    return context.redirect(id === undefined ? '/events?done=test-refused' : `/events/${id}?done=test`, 303)
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
const DONE: Record<string, (count: number, id: string) => string> = {
  due: () => toSent({ as: 'due' }),
  behind: (_count, id) => toSent({ as: 'behind', id }),
  dead: () => toSent({ as: 'dead' }),
  'not-dead': () => 'It is no dead letter.',
  replayed: () => 'The dead letter waits again.',
  'replayed-all': (count) => `${toCount(count, 'dead letter')} will be sent again.`,
  dropped: (count) => `${toCount(count, 'event')} deleted.`,
  test: () =>
    'A test order is on its way, as a page would have sent it. Load this page again to see how far it comes; the API converts nothing.',
  'test-refused': () => 'The proxy has not taken the test order: ringup check --order says why.',
}

function toDone({ req }: Context): string | undefined {
  const { done = '', count, id = '' } = req.query()
  const many = Number(count ?? 0)
  if (!Object.hasOwn(DONE, done) || !Number.isSafeInteger(many)) return undefined
  return DONE[done]?.(many, UUID.test(id) ? id : '')
}
