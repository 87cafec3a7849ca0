/** Opens the bar in the page's corner, lets a person point, and reports to the set-up page. */
import type { FieldSelectors } from '../../contract/selectors.js'
import { parseJson, safely } from '../../snippet/core/safely.js'
import { toUrl } from '../../snippet/core/settings.js'
import { createExaminer } from '../examiner.js'
import type { Point } from '../lines.js'
import { maskText } from '../mask.js'
import { type Proposal, propose } from '../point/propose.js'
import { toVerifyReport } from '../report.js'
import { findTags, readSources } from '../sources.js'
import { sendTestOrder } from '../test-order.js'
import { createVerify } from '../verify.js'
import { createBar } from './bar.js'
import { element } from './element.js'
import { createHighlight } from './highlight.js'
import { pickElement } from './pick.js'
import { style } from './style.js'

const HOST = 'ringup-debug'
/** The address and the tab have the set-up page's token under this name. */
const VERIFY = 'ringup-verify'
/** The tab has the selectors that a person has made: the next look at the page often follows a line in its template. */
const POINTED = 'ringup-pointed'
/** A data layer and a page change without an event. */
const REFRESH_MS = 1000

/** @param url of this script; the snippet is next to it. A second bar is not opened */
export function openPanel(url: string): void {
  if (document.querySelector(HOST)) return
  const token = storeWords()
  const host = document.createElement(HOST)
  const root = createRoot(host)
  const pointing = createPointing(host, () => refresh())
  const folder = new URL('.', url).href
  const read = createExaminer(folder, () => refresh(), pointing.selectors)
  const { opener } = self
  for (const sentence of safely(() => readSources(folder).misspelt) ?? []) console.warn(`Ringup: ${sentence}`)
  const view = createBar({
    read,
    hasSetup: Boolean(token && opener),
    onPoint: (point) => void pointing.point(point, view),
    refusal: pointing.refusal,
  })
  const verify = createVerify({
    opener,
    token,
    listen: (onMessage) => addEventListener('message', onMessage),
    test: () => sendTestOrder(read()),
    readServed,
  })
  function refresh() {
    // An error here must not break the page. The bar shows it.
    try {
      const facts = read()
      view.draw(facts)
      verify?.(toVerifyReport(facts))
    } catch (error) {
      view.toggle.textContent = `Ringup: the examiner itself has failed. ${maskText(`${error}`)}`
    }
  }
  root.append(pointing.layer, pointing.message, view.bar)
  // The page's own shortcuts are not meant by keys in the bar.
  for (const type of ['keydown', 'keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation())
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Escape') return
    view.setOpen(false)
    view.toggle.focus()
  })
  view.toggle.addEventListener('click', refresh)
  document.documentElement.append(host)
  view.setOpen(location.search.includes(VERIFY)) // a person has opened the page to look at it
  refresh()
  setInterval(() => document.hidden || refresh(), REFRESH_MS)
}

/**
 * Stores the words of the address in the tab. Its later pages have the bar too (src/snippet/core/look.ts) and report to the same set-up page,
 * because a shop may show a thank-you page only once. The words are those that the page was loaded with: a shop of one page may have changed
 * its address before this file arrived.
 *
 * @returns the set-up page's token, if it has opened this tab
 */
function storeWords(): string | undefined {
  const [loaded] = performance.getEntriesByType('navigation')
  const query = (safely(() => new URL(loaded?.name ?? '')) ?? new URL(location.href)).searchParams
  for (const name of [HOST, VERIFY])
    if (query.has(name)) safely(() => sessionStorage.setItem(name, query.get(name) || 'yes'))
  return query.get(VERIFY) ?? safely(() => sessionStorage.getItem(VERIFY)) ?? undefined
}

/** Closed: what is shown is not for scripts of the page. With a sheet of its own: no style of the page reaches in. */
function createRoot(host: HTMLElement): ShadowRoot {
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  return root
}

/** Reads the settings in the script at the shop's own address, past the browser's own copy. */
async function readServed(): Promise<Record<string, unknown> | undefined> {
  const [tag] = findTags()
  if (!tag) return undefined
  const address = toUrl(tag.getAttribute('src') ?? '') // `src` follows the page's `<base>`
  const answer = await fetch(address, { cache: 'reload', credentials: 'omit' }).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (text === undefined) return undefined
  const [, json = '{}'] = /\["ringup:served"\]=(\{.*?\});/s.exec(text) ?? []
  return Object(parseJson(json) ?? {})
}

function createPointing(host: HTMLElement, refresh: () => void) {
  const highlight = createHighlight()
  let selectors: FieldSelectors = Object(parseJson(safely(() => sessionStorage.getItem(POINTED)) ?? ''))
  let refusal: Extract<Proposal, { problem: string }> | undefined
  let ending = new AbortController()
  const say = element('p', { role: 'status' })
  const message = element(
    'div',
    { class: 'pointing', hidden: true },
    say,
    element('button', { type: 'button', onclick: () => ending.abort() }, 'Cancel'),
  )

  async function point({ target, words }: Point, { bar, content }: ReturnType<typeof createBar>) {
    ending = new AbortController()
    say.textContent = `Click ${words} on the page. Keys: left is previous, right next, up outer, down inner. Enter picks, Esc ends.`
    const root = bar.getRootNode() as ShadowRoot
    // A hidden button keeps the focus until the browser draws again, and would get the Enter that picks an element.
    if (root.activeElement instanceof HTMLElement) root.activeElement.blur()
    bar.hidden = true
    message.hidden = false
    const picked = await pickElement(host, (current) => highlight.show(current, words), ending.signal)
    bar.hidden = false
    message.hidden = true
    highlight.show()
    const proposal = picked && propose(target, picked, document.body, selectors)
    if (proposal) {
      refusal = 'problem' in proposal ? proposal : undefined
      if ('selectors' in proposal) selectors = { ...selectors, ...proposal.selectors }
      safely(() => sessionStorage.setItem(POINTED, JSON.stringify(selectors)))
    }
    refresh()
    content.querySelector<HTMLElement>(`[data-key="${target}"]`)?.focus()
  }

  return { layer: highlight.layer, message, point, selectors: () => selectors, refusal: () => refusal }
}
