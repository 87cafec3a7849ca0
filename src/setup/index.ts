/** The set-up page: paste one line, open your shop, save and test. */
import { PARTS, type Part, type VerifyReport } from '../contract/verify.js'
import { LINES } from '../examine/lines.js'
import { type Child, element, setChildren } from '../examine/panel/element.js'
import { isOwnMachine } from '../examine/verify.js'
import type { Built } from './html.js'
import type { Known, TagSettings } from './known.js'
import { createStep, toField, toHint, toNotice, toRich } from './parts.js'
import { createPlatformField, toPaste } from './paste.js'
import { isSame, type ProposedLine, readPasted, toLines, toSaved } from './proposal.js'
import { readKnown, repeat, saveSettings, waitForTestOrder } from './proxy.js'
import { type Opened, openShop, type Silence } from './verify.js'

const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? 'null')
const built: Built = read('built')
let known: Known | undefined = read('known') ?? undefined
const platform = createPlatformField(built, location.hash, drawPaste)

const pasted = element('div', { class: 'stack' })
const shown = element('div', { class: 'stack', id: 'shop-page', role: 'status' })
const proposed = element('div', { class: 'stack', id: 'proposal' })
const none = element('p', { class: 'hint' })
const offer = toNotice(
  'warn',
  'The page now proposes other settings. ',
  element('button', { type: 'button', onclick: drawReported }, 'Show the new settings'),
)
const results = element('div', { class: 'results', id: 'results', role: 'status' })
const steps = {
  paste: createStep(1, 'Paste one line', 'Once, into every page of your shop.', platform.element, pasted),
  open: createStep(2, 'Open your shop', 'A bar on the page shows what Ringup finds.', createOpener(), shown),
  save: createStep(
    3,
    'Save and test',
    'Read each line. Only the lines that you keep are saved.',
    proposed,
    offer,
    results,
    createPasteField(),
  ),
}

let opened: Opened | undefined
let report: VerifyReport | undefined
let proposal: TagSettings = {}
let saving = new AbortController()

const main = document.getElementById('main') ?? document.body
if (known && isOwnMachine(location.origin)) {
  main.append(steps.paste.step, steps.open.step, steps.save.step)
  drawPaste()
  drawProposal()
} else {
  const where = 'Open the set-up page that your proxy serves on its own machine: `http://127.0.0.1:8788/setup`.'
  main.append(toNotice('warn', ...toRich(where)))
}

function drawPaste() {
  if (known) pasted.replaceChildren(...toPaste(platform.value(), built, known))
}

function createOpener(): HTMLElement {
  const input = element('input', {
    id: 'address',
    inputmode: 'url',
    value: `${known?.origin ?? ''}/`,
    'aria-describedby': 'address-hint',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const open = () => {
    if (!/^https?:/.test(input.value) || !URL.canParse(input.value))
      return setChildren(shown, toNotice('bad', 'Write the whole address, such as https://shop.example/.'))
    opened?.stop()
    saving.abort()
    report = undefined
    opened = openShop(input.value, { onReport, onSilence: drawSilence })
  }
  const hint =
    'The home page, or a thank-you page. Wait there for the bar, about 5 s. Then place a test order in that window: this page follows it.'
  return element(
    'div',
    { class: 'card' },
    toField('address', 'Page to open', input, hint),
    element('button', { type: 'button', class: 'main', onclick: open }, 'Open my shop'),
  )
}

function onReport(next: VerifyReport) {
  // The shopper may leave the thank-you page. Its report stays.
  if (report?.parts.includes('number') && !next.parts.includes('number')) return
  report = next
  steps.paste.setState('done')
  drawReport(next)
  drawNone()
  const isNew = !isSame(next.proposal, proposal) && Object.keys(next.proposal).length > 0
  if (isNew && (toLines(proposal).length === 0 || document.hidden)) drawReported()
  else offer.hidden = !isNew
}

/** Replaces lines that the operator sees only when the operator asks: else the shop's page could swap them at the moment of a click. */
function drawReported() {
  saving.abort()
  setChildren(results)
  steps.save.setState('to do')
  proposal = report?.proposal ?? {}
  drawProposal()
}

function drawReport({ page, parts, findings, recipe }: VerifyReport) {
  const title = built.platforms.find(({ name }) => name === recipe)?.title
  const isOrder = parts.includes('number')
  const isBad = findings[0]?.tone === 'bad'
  const toPart = (part: Part) =>
    element('li', {}, `${LINES[part].title}: ${parts.includes(part) ? 'found' : 'not yet'}`)
  steps.open.setState(isBad ? 'needs attention' : isOrder ? 'done' : 'waiting')
  setChildren(
    shown,
    toHint(`\`${page}\`${title ? ` looks like ${title}.` : ''}`),
    isOrder && element('ul', {}, PARTS.map(toPart)),
    findings
      .filter(({ id }) => !['sent', 'proposal'].includes(id)) // the rows and step 3 show them
      .map(({ tone, sentence, todo }) =>
        toNotice(tone === 'bad' ? 'bad' : '', element('b', {}, sentence), todo !== undefined && ` ${todo}`),
      ),
  )
}

const SILENCES: Record<Silence, [tone: 'warn' | 'bad' | '', sentence: string]> = {
  waiting: ['', 'Waiting for the page … Stay on it until its bar is there.'],
  blocked: ['warn', 'The browser blocked the new window. Open the page by this link:'],
  apart: [
    'warn',
    'The shop’s page keeps windows apart, or its window is closed. In the bar on the page, press “Copy the settings”, and paste them in step 3.',
  ],
  silent: [
    'bad',
    'The page does not answer. If you left it before its bar was there, open it again. Is the line of step 1 on it? A shop with a cache shows it only once the cache is cleared. If the page went on to another address, such as one with a language, open that address. A blocker in this browser, or the page’s security policy, can stop the script too.',
  ],
}

function drawSilence(silence: Silence, link: string) {
  const [tone, sentence] = SILENCES[silence]
  steps.open.setState(silence === 'waiting' ? 'waiting' : 'needs attention')
  // The page answers its opener.
  const toLink = () => element('a', { href: link, target: '_blank', rel: 'opener' }, ` ${link.replace(/\?.*$/, '')}`)
  setChildren(shown, toNotice(tone, sentence, silence === 'blocked' && toLink()))
}

/** The lines of the proposal, each with a box to leave it out, and the one button. */
function drawProposal() {
  offer.hidden = true
  const choices = toLines(proposal).map((line) => ({
    line,
    box: element('input', { type: 'checkbox', id: line.path, checked: line.warning === '' }),
  }))
  const save = () => void saveAndTest(choices.flatMap(({ line, box }) => (box.checked ? line.path : [])))
  const button = element('button', { type: 'button', class: 'main', onclick: save }, 'Save and test')
  for (const { box } of choices)
    box.addEventListener('change', () => {
      button.disabled = choices.some((each) => each.box.checked && each.line.warning)
    })
  drawNone()
  proposed.replaceChildren(
    element('div', { class: 'card' }, choices.map(toChoice), choices.length === 0 && none, button),
  )
}

/** Says why no line is proposed. */
function drawNone() {
  const { parts = [], findings = [] } = report ?? {}
  none.textContent =
    parts.includes('number') && findings.every(({ id, tone }) => id !== 'proposal' && tone !== 'bad')
      ? 'This page needs no settings: test it.'
      : 'No settings are proposed yet. They come with the page of an order. If they are saved, test them.'
}

function toChoice({ line: { path, title, text, warning }, box }: { line: ProposedLine; box: HTMLInputElement }) {
  return element(
    'label',
    { class: 'choice', for: path },
    box,
    element('span', {}, `${title}: `, element('code', {}, text)),
    warning !== '' && element('span', { class: 'error' }, warning),
  )
}

function createPasteField(): HTMLElement {
  const error = element('p', { class: 'error', role: 'alert' })
  const oninput = () => {
    const settings = readPasted(field.value)
    error.textContent = settings || field.value.trim() === '' ? '' : 'This is not the text of “Copy the settings”.'
    proposal = settings ?? {}
    drawProposal()
  }
  const field = element('textarea', {
    id: 'pasted',
    class: 'code',
    'aria-describedby': 'pasted-hint',
    spellcheck: 'false',
    oninput,
  })
  return element(
    'details',
    {},
    element('summary', {}, 'My shop’s page cannot answer: paste its settings'),
    toField(
      'pasted',
      'Settings',
      field,
      'The text of “Copy the settings” in the bar, such as `{"selectors":{"order_number":".no"}}`.',
    ),
    error,
  )
}

const OLD_COPIES_MS = 60_000
const toTime = (ms: number) => new Date(ms).toTimeString().slice(0, 8)

/** Saves the kept lines, waits until the script at the shop's own address has them, and sends one test order. */
async function saveAndTest(paths: string[]) {
  saving.abort()
  saving = new AbortController()
  const { signal } = saving
  const rows: Child[] = []
  const add = (...more: Child[]) => {
    rows.push(element('div', {}, ...more))
    setChildren(results, rows)
  }
  const stop = (...why: Child[]) => {
    steps.save.setState('needs attention')
    add(...why)
  }
  setChildren(results)
  if (!offer.hidden) return stop('The page now proposes other settings. Press “Show the new settings” first.')
  steps.save.setState('waiting')
  if (paths.length > 0) {
    const settings = toSaved(known?.tag.settings ?? {}, proposal, paths)
    const problem = known?.tag.canKeep ? await saveSettings(settings) : CANNOT_SAVE
    if (problem === 'sign in') return stop('Only the operator may save. ', toSignIn(), ', and press again.')
    if (problem) return stop(problem)
    known = (await readKnown()) ?? known
    add(`Saved at the proxy, ${toTime(Date.now())}.`)
  }
  if (!opened || !report) return add('Open your shop in step 2: then this page sees if the shop serves the settings.')
  add('Waiting until the script at your shop’s address has the proxy’s settings …')
  const isSeen = await repeat(signal, async () => {
    opened?.ask({ served: true })
    return isSame(report?.served ?? {}, known?.tag.settings ?? {}) || undefined
  })
  if (!isSeen) return
  rows.pop()
  if (paths.length > 0)
    add(`Your shop serves these settings. Browsers may use the old ones until ${toTime(Date.now() + OLD_COPIES_MS)}.`)
  const before = report.tested
  opened.ask({ test: crypto.randomUUID() }) // one test order for each press of the button
  const tested = await repeat(signal, async () => (isSame(report?.tested, before) ? undefined : report?.tested))
  if (!tested) return
  const { id, finding, ignored = [] } = tested
  if (finding) return stop(`${finding.sentence} ${finding.todo ?? ''}`)
  if (ignored.length > 0) add(`The proxy does not accept these fields: ${ignored.join(', ')}.`)
  if (id === undefined)
    return add('The proxy answers. This page has no order: place one in the opened window, and press the button again.')
  add('The proxy accepted a test order with the data of this page.')
  const row = await waitForTestOrder(id, signal)
  if (!row) return
  add(row.sentence)
  steps.save.setState(row.as === 'ok' ? 'done' : 'needs attention')
}

const CANNOT_SAVE =
  'This proxy cannot save. It needs the token of an operator, and RINGUP_TAG must be empty or name a file of settings.'

const toSignIn = () => element('a', { href: '/sign-in', target: '_blank', rel: 'noreferrer' }, 'Sign in')
