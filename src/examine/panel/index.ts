/** The panel itself: a badge in the page's corner, and what opens from it. */
import { isScriptPath } from '../../contract/tag.js'
import type { Tone } from '../../contract/verify.js'
import { safely } from '../../snippet/core/safely.js'
import { diagnose } from '../diagnosis.js'
import { createExaminer } from '../examiner.js'
import { mask, maskText } from '../mask.js'
import { toNotes } from '../notes.js'
import { createVerify } from '../verify.js'
import { createActions } from './actions.js'
import { createConsole } from './console.js'
import { setSentence, setText } from './element.js'
import { createHighlight } from './highlight.js'
import { createParts, type Parts } from './parts.js'
import { createPointing } from './pointing.js'
import { replaceChanged } from './replace-changed.js'
import { style } from './style.js'
import { toSections } from './view.js'

const HOST = 'ringup-debug'
/** The address and the tab have the set-up page's token under this name. */
const VERIFY = 'ringup-verify'

/** Text of the badge, and title of the panel. */
const STATES: Record<Tone, [badge: string, title: string]> = {
  good: ['sent', 'What was sent?'],
  wait: ['waiting', 'Why is it not sent yet?'],
  bad: ['not sent', 'Why was nothing sent?'],
  idle: ['nothing sent', 'Why was nothing sent?'],
}

/** A data layer and a page change without an event. */
const REFRESH_MS = 1000

/** @param url of this script; the snippet is beside it. A second panel is not opened */
export function openPanel(url: string): void {
  if (document.querySelector(HOST)) return
  const folder = new URL('.', url).href
  const token = keepAsked()
  const { host, root } = createHost()
  const refresh = () => {
    // An error here must not break the page. The panel shows it.
    try {
      const facts = examiner.read()
      const diagnosis = mask(diagnose(facts))
      draw(facts, diagnosis)
      tell(diagnosis, toNotes(facts, diagnosis))
      verify?.(facts, diagnosis)
    } catch (error) {
      showDiagnosis({ tone: 'bad', sentence: `The panel itself has failed: ${maskText(`${error}`)}`, todo: undefined })
    }
  }
  const examiner = createExaminer(folder, refresh, () => pointing.selectors)
  const { draw, showDiagnosis, pointing, setOpen } = createView(host, root, refresh, examiner)
  const tell = createConsole()
  const verify = createVerify({
    opener: self.opener,
    token,
    listen: (onMessage) => addEventListener('message', onMessage),
    test: examiner.sendTestOrder,
  })
  document.documentElement.append(host)
  refresh()
  if (location.search.includes(VERIFY)) {
    setOpen(true) // a person has opened the page to look at it
    void renewScript()
  }
  setInterval(() => document.hidden || refresh(), REFRESH_MS)
}

/**
 * Stores the words of the address in the tab. Its later pages have the panel too (src/snippet/core/open-panel.ts) and report to the same
 * set-up page, because a shop may show a thank-you page only once.
 *
 * @returns the set-up page's token, if it has opened this tab
 */
function keepAsked(): string | undefined {
  const query = new URLSearchParams(location.search)
  for (const name of ['ringup-debug', VERIFY])
    if (query.has(name)) safely(() => sessionStorage.setItem(name, query.get(name) || 'asked'))
  return query.get(VERIFY) ?? safely(() => sessionStorage.getItem(VERIFY)) ?? undefined
}

/** Loads the page again if the browser's cache has the script with earlier settings than the proxy. */
async function renewScript() {
  const [entry] = performance.getEntriesByType('navigation')
  const script = Array.from(document.scripts).find(({ src }) => isScriptPath(src.replace(/[?#].*/, '')))
  if (!script || (entry as PerformanceNavigationTiming | undefined)?.type === 'reload') return
  const read = async (cache: RequestCache) => (await fetch(script.src, { cache, credentials: 'omit' })).text()
  const texts = [await read('force-cache').catch(String), await read('reload').catch(() => undefined)]
  if (texts[1] !== undefined && texts[0] !== texts[1]) location.reload()
}

/** Closed: what is shown is not for scripts of the page. With a sheet of its own: no style of the page reaches in. */
function createHost() {
  const host = document.createElement(HOST)
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

function createView(host: Element, root: ShadowRoot, refresh: () => void, asked: Parameters<typeof createActions>[0]) {
  const actions = createActions(asked)
  const highlight = createHighlight()
  const parts = createParts(actions.element, setOpen)
  const { badge, panel } = parts
  const pointing = createPointing({ host, highlight, show, refresh })
  root.append(highlight.layer, pointing.bar, panel, badge)

  /** @param key of what gets the focus; else the first button */
  function setOpen(open: boolean, key?: string) {
    panel.hidden = !open
    badge.setAttribute('aria-expanded', String(open))
    refresh()
    const focused = key && panel.querySelector<HTMLElement>(`[data-key="${key}"]`)
    ;(focused || (open ? parts.close : badge)).focus()
  }

  /** A hidden button keeps the focus until the browser draws again, and would get the Enter that picks an element. */
  function show(open: boolean, key?: string) {
    setOpen(open, key)
    if (!open && root.activeElement instanceof HTMLElement) root.activeElement.blur()
  }

  // The page's own shortcuts are not meant by what is typed in here.
  for (const type of ['keydown', 'keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation())
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape' && !panel.hidden) setOpen(false)
  })

  function draw(facts: Parameters<typeof toSections>[0], diagnosis: ReturnType<typeof diagnose>) {
    showDiagnosis(parts, diagnosis)
    if (panel.hidden) return
    actions.draw(facts)
    replaceChanged(parts.content, toSections(facts, pointing))
  }

  return {
    pointing,
    draw,
    setOpen,
    showDiagnosis: (diagnosis: ReturnType<typeof diagnose>) => showDiagnosis(parts, diagnosis),
  }
}

function showDiagnosis(parts: Parts, { tone, sentence, todo }: ReturnType<typeof diagnose>) {
  for (const each of [parts.badge, parts.panel]) each.dataset.tone = tone
  const [now, question] = STATES[tone]
  setText(parts.state, now)
  setText(parts.title, question)
  setSentence(parts.sentence, sentence)
  setText(parts.todo, todo ?? '')
}
