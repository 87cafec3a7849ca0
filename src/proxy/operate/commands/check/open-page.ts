/**
 * Opens a page of the shop in Chromium, as a shopper's browser does, with the examiner in it. The browser reports the answers to the page
 * and the script, the examiner everything else.
 */
import * as z from 'zod/mini'
import { isScriptPath } from '../../../../contract/tag.js'
import { EXAMINE, type ScriptLoad } from '../../../../contract/verify.js'
import { atMost } from '../../../at-most.js'
import { type DevTools, type Notice, startChromium } from './devtools.js'

export interface How {
  /** The executable. */
  chromium: string
  /** The examiner's code. */
  examiner: string
  /** More flags for Chromium. */
  flags?: string[]
  /** The time in which the page must end its requests, and then the time in which it must answer. */
  patienceMs?: number
}

/** The server's answer to the page. */
interface PageLoad {
  url: string
  status: number
  /** The media type. */
  type: string
}

export interface Opened {
  /** Undefined if no server has answered. */
  page: PageLoad | undefined
  /** Undefined if the page does not answer. */
  report: Report | undefined
}

/** @throws Error if the browser does not open the page. Its message is the end of a sentence. */
export async function openPage(address: string, how: How): Promise<Opened> {
  const { chromium, examiner, flags = [], patienceMs = 30_000 } = how
  const watch = createWatch()
  const devTools = await startChromium(chromium, flags, watch.onNotice)
  try {
    const send = await openTab(devTools, watch)
    watch.answer = (accept) => void send('Page.handleJavaScriptDialog', { accept }).catch(() => {})
    await send('Page.addScriptToEvaluateOnNewDocument', { source: examiner })
    const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url: address })
    if (errorText !== undefined) throw new Error(errorText)
    await atMost(patienceMs, watch.silent)
    return { page: watch.page, report: await examine(send, [...watch.scripts.values()], patienceMs) }
  } finally {
    await devTools.close()
  }
}

type Send = DevTools['send']

/** @returns sends to the page of the new tab */
async function openTab({ send }: DevTools, watch: Watch): Promise<Send> {
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  watch.frameId = targetId // a tab's main frame has its id
  const sendToPage: Send = (method, params) => send(method, params, sessionId)
  await sendToPage('Page.enable')
  await sendToPage('Page.setLifecycleEventsEnabled', { enabled: true })
  await sendToPage('Network.enable')
  return sendToPage
}

/** The page may navigate during the question, so it is asked twice. */
async function examine(send: Send, scripts: ScriptLoad[], patienceMs: number): Promise<Report | undefined> {
  const expression = `self[${JSON.stringify(EXAMINE)}]?.(${JSON.stringify(scripts)})`
  const ask = () =>
    send<{ result: { value?: unknown } }>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
  const answer = await atMost(patienceMs, ask().catch(ask))
  return Report.safeParse(answer?.result.value).data
}

/** The examiner's report. Scripts of the page may have broken the examiner, or changed its answer. */
const Report = z.object({
  diagnosis: z.object({
    tone: z.enum(['good', 'wait', 'bad', 'idle']),
    sentence: z.string(),
    todo: z.optional(z.string()),
  }),
  tested: z.optional(
    z.object({
      sentence: z.tuple([z.string(), z.optional(z.string())]),
      id: z.optional(z.uuid()),
      ignored: z.optional(z.array(z.string())),
    }),
  ),
  found: z.array(z.string()),
  problems: z.array(z.string()),
  notes: z.array(z.string()),
})
type Report = z.infer<typeof Report>

type Watch = ReturnType<typeof createWatch>

/** Collects Chromium's events about the page's requests. */
function createWatch() {
  let onSilent = () => {}
  const watch = {
    frameId: '',
    page: undefined as PageLoad | undefined,
    /** By the request's id. */
    scripts: new Map<string, ScriptLoad>(),
    /** Resolves when the page has sent no request for half a second. */
    silent: new Promise<void>((resolve) => {
      onSilent = resolve
    }),
    /** Answers a dialog of the page, which would block the page. */
    answer: (_accept: boolean) => {},
    onNotice({ method, params }: Notice) {
      if (Object.hasOwn(hear, method)) hear[method]?.(params as Params) // the protocol's type for this method
    },
  }
  const isOfPage = ({ type, frameId }: Params) => type === 'Document' && frameId === watch.frameId
  const hear: Record<string, (params: Params) => void> = {
    'Network.requestWillBeSent'(params) {
      const { requestId, request } = params
      if (isOfPage(params)) watch.scripts.clear()
      else if (URL.canParse(request.url) && isScriptPath(new URL(request.url).pathname))
        watch.scripts.set(requestId, { url: request.url })
    },
    'Network.responseReceived'(params) {
      const { url, status, mimeType: type } = params.response
      if (isOfPage(params)) watch.page = { url, status, type }
      Object.assign(watch.scripts.get(params.requestId) ?? {}, { status, type })
    },
    'Network.loadingFailed'({ requestId, blockedReason, errorText }) {
      Object.assign(watch.scripts.get(requestId) ?? {}, { failed: blockedReason ?? errorText })
    },
    'Page.javascriptDialogOpening': () => watch.answer(true),
    'Page.lifecycleEvent'({ name, frameId }) {
      if (name === 'networkIdle' && frameId === watch.frameId && watch.page) onSilent()
    },
  }
  return watch
}

/** Fields of several events (Chrome DevTools Protocol, "Network" and "Page"). The fields of an event depend on its method. */
interface Params {
  requestId: string
  frameId: string
  type: string
  name: string
  request: { url: string }
  response: { url: string; status: number; mimeType: string }
  blockedReason?: string
  errorText: string
}
