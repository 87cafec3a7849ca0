/** The elements of the badge and of the panel that opens from it. */
import { element } from './element.js'

export type Parts = ReturnType<typeof createParts>

export function createParts(actions: HTMLElement, setOpen: (open: boolean) => void) {
  const said = createHeadline()
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => setOpen(false) },
    '✕',
  )
  const content = element('div')
  const panel = element(
    'section',
    { id: 'panel', class: 'panel', 'aria-labelledby': 'title', hidden: true },
    element('header', {}, said.title, close),
    // The tabindex lets the keyboard scroll this element.
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
      element('div', { class: 'headline', role: 'status' }, said.sentence, said.todo),
      actions,
      content,
    ),
  )
  const { badge, state } = createBadge(() => setOpen(panel.hidden === true))
  return { ...said, close, content, panel, badge, state }
}

const createHeadline = () => ({
  title: element('h1', { id: 'title' }),
  sentence: element('p', { class: 'sentence' }),
  todo: element('p', { class: 'todo' }),
})

function createBadge(onclick: () => void) {
  const state = element('span')
  const badge = element(
    'button',
    { type: 'button', class: 'badge', 'aria-expanded': 'false', 'aria-controls': 'panel', onclick },
    element('span', { class: 'dot', 'aria-hidden': 'true' }),
    element('b', {}, 'Ringup'),
    state,
  )
  return { badge, state }
}
