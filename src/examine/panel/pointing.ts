/** “Point at the order”: a section of the panel, and the bar that is shown while a person points. */
import { type FieldSelectors, toSelectors } from '../../contract/selectors.js'
import { quote, toAttributeText } from '../../contract/tag.js'
import { maskText } from '../mask.js'
import { propose, readTarget, type Target } from '../point/propose.js'
import { type Content, element } from './element.js'
import type { Highlight } from './highlight.js'
import { pickElement } from './pick.js'

/** In the order that a person looks for them. */
const TARGETS: { target: Target; words: string; one: string }[] = [
  { target: 'order_number', words: 'Order number', one: 'the order number' },
  { target: 'cart_value', words: 'Total', one: 'the total' },
  { target: 'email', words: 'E-mail address', one: 'the e-mail address' },
  { target: 'items', words: 'Products', one: 'a product' },
]

interface Surroundings {
  host: Element
  highlight: Highlight
  /** Shows the panel with the focus on this button, or gives the page free. */
  show(isShown: boolean, key?: string): void
  refresh(): void
}

export interface Pointing {
  /** Selectors that a person has made on this page. */
  selectors: FieldSelectors
  /** Shown while a person points. */
  bar: HTMLElement
  toSection(): Content[]
}

export function createPointing({ host, highlight, show, refresh }: Surroundings): Pointing {
  const pointing = { selectors: {} as FieldSelectors, problem: '' }
  let ending = new AbortController()
  const say = element('p', { role: 'status' })
  const cancel = element('button', { type: 'button', class: 'chip', onclick: () => ending.abort() }, 'Cancel')
  const bar = element('div', { class: 'bar', hidden: true }, say, cancel)

  async function point({ target, one }: (typeof TARGETS)[number]) {
    ending = new AbortController()
    say.textContent = `Point at ${one}, and click. By keyboard: arrows, then Enter. Esc ends.`
    show(false)
    bar.hidden = false
    const onMove = (picked: Element) => highlight.show([{ target: picked, label: one, isItem: target === 'items' }])
    const picked = await pickElement(host, onMove, ending.signal)
    bar.hidden = true
    highlight.show([])
    if (picked) take(target, picked)
    show(true, `Point at ${one}`)
  }

  function take(target: Target, picked: Element) {
    const proposal = propose(target, picked, document.body)
    pointing.problem = proposal.problem ?? ''
    if (proposal.selectors) pointing.selectors = { ...without(target), ...proposal.selectors }
  }

  const without = (target: Target) =>
    Object.fromEntries(
      Object.entries(pointing.selectors).filter(([name]) =>
        target === 'items' ? name.startsWith('cart.') : name !== `cart.${target}`,
      ),
    )

  function leaveOut(target: Target) {
    pointing.selectors = without(target)
    refresh()
  }

  function toRow(each: (typeof TARGETS)[number]) {
    const { target, words, one } = each
    const read = readTarget(target, pointing.selectors, document)
    const button = (word: string, onclick: () => void) => {
      const name = `${word} ${one}`
      return element('button', { type: 'button', class: 'chip', 'aria-label': name, 'data-key': name, onclick }, word)
    }
    return element(
      'li',
      { class: 'pointed' },
      element('span', {}, `${words}: `, read ? element('b', {}, maskText(read)) : '–'),
      button('Point at', () => void point(each)),
      read !== '' && button('Leave out', () => leaveOut(target)),
    )
  }

  return {
    get selectors() {
      return pointing.selectors
    },
    bar,
    toSection: () => [
      element('ul', { class: 'plain' }, TARGETS.map(toRow)),
      pointing.problem !== '' && element('p', { class: 'problem', role: 'alert' }, pointing.problem),
      Object.keys(pointing.selectors).length > 0 &&
        element(
          'div',
          {},
          element('p', { class: 'soft' }, 'For the script tag:'),
          element('pre', { tabindex: '0', 'data-key': 'selectors' }, toLine(pointing.selectors)),
        ),
    ],
  }
}

/** The attribute, ready to paste. */
export const toLine = (selectors: FieldSelectors): string =>
  `data-selectors=${quote(toAttributeText(toSelectors(selectors)))}`
