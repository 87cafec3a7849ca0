/** The bar on the shop's page: five lines, one headline, and at most two buttons. */
import { PARTS, type ReportedFinding, type Tone } from '../../contract/verify.js'
import type { Facts } from '../facts.js'
import { findFindings } from '../findings.js'
import { LINES, type Line, type Point, toParts } from '../lines.js'
import { toDeveloperReport } from '../report.js'
import { element, setChildren } from './element.js'

interface Around {
  /** Reads the facts of this moment. */
  read(): Facts
  /** A set-up page has opened this tab, and gets the proposal by itself. */
  hasSetup: boolean
  onPoint(point: Point): void
  /** The latest proposal that was refused, with its lines for the template. */
  refusal(): { problem: string; lines: string } | undefined
}

const STATES: Record<Tone, string> = { good: 'sent', wait: 'waiting', bad: 'needs attention', idle: 'connected' }

export function createBar(around: Around) {
  const dots = element('span', { class: 'dots', 'aria-hidden': 'true' })
  const state = element('span')
  const lines = element('ul', { class: 'lines' })
  const headline = element('div', { class: 'headline', role: 'status' })
  const more = element('div', { class: 'more' })
  const result = element('p', { class: 'result', role: 'status' })
  const content = element('div', { id: 'content', class: 'content', hidden: true }, lines, headline, more, result)
  const toggle = element(
    'button',
    {
      type: 'button',
      class: 'toggle',
      'aria-expanded': 'false',
      'aria-controls': 'content',
      onclick: () => setOpen(content.hidden === true),
    },
    element('b', {}, 'Ringup'),
    dots,
    state,
  )
  const bar = element('section', { class: 'bar', 'aria-label': 'Ringup' }, content, toggle)

  function setOpen(isOpen: boolean) {
    content.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
  }

  function draw(facts: Facts) {
    const findings = findFindings(facts)
    const [{ tone } = { tone: 'idle' as const }] = findings
    const parts = toParts(facts)
    bar.dataset.tone = tone
    state.textContent = STATES[tone]
    setChildren(
      dots,
      PARTS.map((part) => element('i', { class: parts.includes(part) ? 'on' : '' })),
    )
    if (content.hidden) return
    setChildren(
      lines,
      PARTS.map((part) => toLine(LINES[part], facts)),
    )
    // Success is five lines and nothing else.
    const shown =
      findings.length === 1 && tone === 'good' && parts.length === PARTS.length ? [] : findings.map(toFinding)
    const refusal = around.refusal()
    setChildren(headline, shown[0])
    setChildren(
      more,
      refusal && element('p', { class: 'problem', role: 'alert' }, refusal.problem),
      refusal && element('pre', { tabindex: '0' }, refusal.lines),
      shown.slice(1),
      shown.length > 0 && toActions(facts),
    )
  }

  function toLine(line: Line, facts: Facts) {
    const { title, point } = line
    const value = line.value(facts)
    const text = value === undefined ? element('em', {}, point ? 'not found' : 'not yet') : element('b', {}, value)
    return element(
      'li',
      { class: value === undefined ? '' : 'on' },
      element('i', { 'aria-hidden': 'true' }),
      element('span', {}, `${title}: `, text),
      point && facts.status && toPointButton(point, value === undefined ? ['Point', 'Point at'] : ['Change', 'Change']),
    )
  }

  const toPointButton = (point: Point, [word, verb]: [string, string]) =>
    element(
      'button',
      {
        type: 'button',
        'aria-label': `${verb} ${point.words}`,
        'data-key': point.target,
        onclick: () => around.onPoint(point),
      },
      word,
    )

  const toActions = ({ proposal }: Facts) =>
    element(
      'div',
      { class: 'actions' },
      !around.hasSetup &&
        Object.keys(proposal).length > 0 &&
        toCopyButton('Settings', 'Copy the settings', (facts) => JSON.stringify(facts.proposal, undefined, 2)),
      toCopyButton('Report', 'Copy the report for a developer', toDeveloperReport),
    )

  const toCopyButton = (what: string, title: string, toText: (facts: Facts) => string) =>
    element(
      'button',
      { type: 'button', 'data-key': what, onclick: () => void copy(what, toText(around.read())) },
      title,
    )

  async function copy(what: string, text: string) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    if (!isCopied) console.info(text)
    result.textContent = isCopied ? `${what} copied. E-mail addresses are masked.` : `${what}: see the console.`
  }

  return { bar, content, toggle, setOpen, draw }
}

const toFinding = ({ sentence, todo, tone }: ReportedFinding) =>
  element(
    'p',
    { class: 'finding', 'data-tone': tone },
    element('strong', {}, sentence),
    todo !== undefined && ` ${todo}`,
  )
