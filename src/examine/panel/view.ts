/** Turns the facts into sections of the panel. All values are already masked. */

import type { Facts } from '../facts.js'
import type { FormFact } from '../forms.js'
import { toNotes } from '../notes.js'
import { toProblems } from '../report.js'
import { toDelivery } from './delivery-view.js'
import { type Content, element, toList } from './element.js'
import { toPayload } from './payload-view.js'
import type { Pointing } from './pointing.js'

const SIGNS = { won: '✓', found: '·', nothing: '–', 'not asked': '–' }

/** Leaves out empty sections. */
export function toSections(facts: Facts, pointing: Pointing): HTMLElement[] {
  const [notes, problems] = [toNotes(facts), toProblems(facts)]
  type Section = [title: string, ...content: Content[]]
  const point: Section = ['Point at the order', ...pointing.toSection()]
  const isPointing = !facts.order?.number || Object.keys(facts.pointed).length > 0
  const sections: Section[] = [
    ...(isPointing ? [point] : []),
    ['Notes', notes.length > 0 && toList(notes)],
    ['Adapters, in the order they are asked', ...toAsked(facts)],
    ...(isPointing ? [] : [point]),
    ['The event that convert() would send now', ...toPayload(facts)],
    ['Problems', problems.length > 0 && toList(problems)],
    ['Sign-up forms', ...toForms(facts)],
    ['Delivery', ...toDelivery(facts)],
    ['Settings in force', toSettings(facts)],
  ]
  return sections
    .filter(([, ...content]) => content.some((each) => each))
    .map(([title, ...content]) => element('section', {}, element('h2', {}, title), content))
}

function toAsked({ asked, email }: Facts): Content[] {
  const rows = asked.map(({ name, result, sentence }) =>
    element(
      'li',
      { class: `asked ${result.replace(' ', '-')}` },
      element('span', { class: 'mark', 'aria-hidden': 'true' }, SIGNS[result]),
      element(
        'div',
        {},
        element('strong', {}, name),
        result === 'won' && element('span', { class: 'used' }, 'used'),
        element('p', {}, sentence),
      ),
    ),
  )
  return [element('ul', { class: 'plain' }, rows), element('p', {}, `E-mail: ${email ?? 'none found on this page.'}`)]
}

/** Lists the page's forms and widgets. A widget that a mark cannot observe has a line for the shop to paste. */
function toForms({ forms, widgets }: Facts): Content[] {
  const texts = [...forms.map(toFormText), ...widgets.map(({ name, about }) => `${name}: ${about}`)]
  const lines = widgets.flatMap(({ line }) => line ?? [])
  return [texts.length > 0 && toList(texts), ...lines.map((line) => element('pre', {}, line))]
}

function toFormText({ list, isList, hasSubmit, invalid, unchecked, fields, cards }: FormFact): string {
  const now = [
    isList ? '' : 'That is not the name of a list.',
    hasSubmit ? '' : 'It has no submit button.',
    invalid.length ? `The browser finds these fields invalid: ${invalid.join(', ')}.` : '',
    unchecked ? `The box ${unchecked} is not checked.` : '',
  ].filter((each) => each)
  const sent = fields.length ? `Would send ${fields.join(', ')}.` : 'Nothing is filled in.'
  const kept = cards.length ? ` Not ${cards.join(', ')}: it looks like a card number.` : ''
  return `${list}: ${now.length ? now.join(' ') : sent}${kept}`
}

function toSettings({ sources }: Facts) {
  return element(
    'table',
    {},
    element(
      'thead',
      {},
      element('tr', {}, ...['attribute', 'value', 'from'].map((name) => element('th', { scope: 'col' }, name))),
    ),
    element(
      'tbody',
      {},
      sources.settings.map(({ name, value, from }) =>
        element(
          'tr',
          { class: from === 'default' ? 'default' : 'set' },
          element('th', { scope: 'row' }, name),
          element('td', {}, value),
          element('td', {}, from),
        ),
      ),
    ),
  )
}
