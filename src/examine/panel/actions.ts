/** The panel's buttons, and the action of each. */

import type { Sentence } from '../../contract/verify.js'
import { globals } from '../../snippet/core/globals.js'
import { safely } from '../../snippet/core/safely.js'
import type { Examiner } from '../examiner.js'
import type { Facts } from '../facts.js'
import { toReport } from '../report.js'
import { element } from './element.js'
import { toLine } from './pointing.js'

interface Action {
  name: string
  isShown: (facts: Facts) => unknown
  /** @returns what became of it */
  run: (facts: Facts, examiner: Examiner) => Promise<Sentence> | Sentence
}

const ACTIONS: Action[] = [
  {
    name: 'Test the connection',
    isShown: ({ endpoint }) => endpoint,
    run: (_facts, { testConnection }) => testConnection(),
  },
  { name: 'Send now', isShown: ({ status }) => status?.waiting.length, run: sendNow },
  { name: 'Copy report', isShown: () => true, run: (_facts, { read }) => copy('report', toReport(read())) },
  {
    name: 'Copy the settings',
    isShown: ({ pointed }) => Object.keys(pointed).length > 0,
    run: ({ pointed }) => copy('settings', toLine(pointed)),
  },
]

async function sendNow(_facts: Facts, { read }: Examiner): Promise<Sentence> {
  await safely(() => Object(globals.ringup).flush())
  const left = read().status?.waiting.length ?? 0
  return left === 0 ? ['Everything that waited is delivered.'] : [`Tried. ${left} still waiting: see above.`]
}

async function copy(what: 'report' | 'settings', text: string): Promise<Sentence> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied) return COPIED[what]
  console.info(text)
  return [`The browser does not let it be copied here. It is in the console.`]
}

const COPIED: Record<'report' | 'settings', Sentence> = {
  report: ['The report is copied. E-mail addresses in it are masked.'],
  settings: ['The settings are copied. Paste them into the script tag.'],
}

export function createActions(examiner: Examiner) {
  const result = element('p', { class: 'result', role: 'status' })
  const buttons = ACTIONS.map((action) => {
    const button = element(
      'button',
      { type: 'button', class: 'chip', onclick: () => void press(action, button) },
      action.name,
    )
    return { action, button }
  })

  async function press({ name, run }: Action, button: HTMLButtonElement) {
    button.disabled = true
    result.textContent = `${name} …`
    try {
      const [sentence, todo = ''] = await run(examiner.read(), examiner)
      result.textContent = `${sentence} ${todo}`.trim()
    } catch {
      result.textContent = `${name}: that did not work in this browser.`
    }
    button.disabled = false
    button.focus({ preventScroll: true })
  }

  return {
    element: element(
      'div',
      { class: 'actions' },
      element(
        'div',
        { class: 'chips', role: 'group', 'aria-label': 'Actions' },
        buttons.map(({ button }) => button),
      ),
      result,
    ),
    draw(facts: Facts) {
      for (const { action, button } of buttons) button.hidden = !action.isShown(facts)
    },
  }
}
