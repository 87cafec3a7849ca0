/** The bar on the shop's page: five lines, one headline, and at most two buttons. */
import type { ReportedFinding, Tone } from '../../contract/verify.js'
import type { Facts } from '../facts.js'
import { findFindings } from '../findings.js'
import { toDeveloperReport, toParts } from '../report.js'
import { element, setChildren } from './element.js'
import { LINES, type Line } from './lines.js'

interface Around {
  /** Reads the facts of this moment. */
  read(): Facts
  /** A set-up page has opened this tab, and gets the proposal by itself. */
  hasSetup: boolean
  onPoint(line: Line): void
  /** The latest proposal that was refused, with its lines for the template. */
  refusal(): { problem: string; lines: string } | undefined
}

const STATES: Record<Tone, string> = { good: 'sent', wait: 'waiting', bad: 'needs attention', idle: 'connected' }

export function createBar(around: Around) {
  const dots = element('span', { class: 'dots', 'aria-hidden': 'true' })
  const state = element('span')
  const content = element('div', { id: 'content', class: 'content', hidden: true })
  const [lines, headline, more] = [
    element('ul', { class: 'lines' }),
    element('div', { class: 'headline', role: 'status' }),
    element('div', { class: 'more' }),
  ]
  const result = element('p', { class: 'result', role: 'status' })
  content.append(lines, headline, more, result)
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

  async function copy(title: string, text: string) {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    if (!isCopied) console.info(text)
    result.textContent = isCopied ? `${title} copied. E-mail addresses are masked.` : `${title}: see the console.`
  }

  function draw(facts: Facts) {
    const findings = findFindings(facts)
    const [first] = findings
    bar.dataset.tone = first?.tone ?? 'idle'
    state.textContent = STATES[first?.tone ?? 'idle']
    setChildren(
      dots,
      LINES.map((line) => element('i', { class: line.value(facts) === undefined ? '' : 'on' })),
    )
    if (content.hidden) return
    setChildren(
      lines,
      LINES.map((line) => toLine(line, facts)),
    )
    const isDone = findings.length === 1 && toParts(facts).length === LINES.length
    setChildren(headline, isDone ? undefined : first && toFinding(first))
    const refusal = around.refusal()
    setChildren(
      more,
      refusal && element('p', { class: 'problem', role: 'alert' }, refusal.problem),
      refusal && element('pre', { tabindex: '0' }, refusal.lines),
      !isDone && findings.slice(1).map(toFinding),
      !isDone && toActions(facts),
    )
  }

  function toLine(line: Line, facts: Facts) {
    const { title, words, target } = line
    const value = line.value(facts)
    const point = { type: 'button', 'aria-label': `${value ? 'Change' : 'Point at'} ${words}`, 'data-key': title }
    return element(
      'li',
      { class: value === undefined ? 'empty' : 'on' },
      element('i', { 'aria-hidden': 'true' }),
      element(
        'span',
        {},
        `${title}: `,
        value === undefined
          ? element('em', {}, target === undefined ? 'not yet' : 'not found')
          : element('b', {}, value),
      ),
      target !== undefined &&
        facts.status !== undefined &&
        element('button', { ...point, onclick: () => around.onPoint(line) }, value ? 'Change' : 'Point'),
    )
  }

  const toActions = (facts: Facts) => {
    const button = (title: string, onclick: () => void) =>
      element('button', { type: 'button', 'data-key': title, onclick }, title)
    return element(
      'div',
      { class: 'actions' },
      !around.hasSetup &&
        Object.keys(facts.proposal).length > 0 &&
        button('Copy the settings', () => void copy('Settings', JSON.stringify(facts.proposal, undefined, 2))),
      button('Copy the report for a developer', () => void copy('Report', toDeveloperReport(around.read()))),
    )
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
