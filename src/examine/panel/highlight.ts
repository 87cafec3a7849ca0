/** Outlines round elements of the page, drawn above it: the elements themselves stay as they are. */

import { toFields } from '../../snippet/core/fields.js'
import { parseJson, safely } from '../../snippet/core/safely.js'
import { SELECTOR } from '../../snippet/rest/gather/selector.js'
import { maskText } from '../mask.js'
import { element } from './element.js'

export interface Highlight {
  /** The element, in the panel's shadow root, that the outlines go into. */
  layer: HTMLElement
  /** These from now on, and no others. */
  show(marked: Marked[]): void
}

export interface Marked {
  target: Element
  label: string
  isItem: boolean
}

const MAX_SHOWN = 200

export function createHighlight(): Highlight {
  const layer = element('div', { class: 'layer', 'aria-hidden': 'true' })
  let shown: [Marked, HTMLElement][] = []

  const place = () => {
    for (const [{ target }, box] of shown) {
      const { left, top, width, height } = target.getBoundingClientRect()
      box.hidden = !width && !height
      // By script, which a page's policy on styles lets through; a style attribute in HTML it would not.
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    }
  }
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)

  return {
    layer,
    show(marked) {
      shown = marked.slice(0, MAX_SHOWN).map((each) => {
        const label = element('span', { class: 'label' }, each.label)
        return [each, element('div', { class: each.isItem ? 'box item' : 'box' }, label)]
      })
      layer.replaceChildren(...shown.map(([, box]) => box))
      place()
    },
  }
}

/**
 * What the DOM adapter reads on this page: items, and the fields in and outside of them.
 *
 * @param selectors the setting, or its JSON
 */
export const readMarked = (selectors: unknown): Marked[] => [
  ...readSelected(document, toFields(parseJson(selectors) ?? selectors)),
  ...[...document.querySelectorAll<HTMLElement>('[data-ringup], [data-ringup-item]')].map((target) => ({
    target,
    label: maskText(target.dataset.ringup ?? 'item'),
    isItem: !target.dataset.ringup,
  })),
]

/** `each` are rows; nothing before an attribute is the row itself. */
function readSelected(root: ParentNode, selectors: Record<string, unknown>): Marked[] {
  return Object.entries(selectors).flatMap(([label, selector]): Marked[] => {
    const { each, ...inRow } = toFields(selector)
    if (typeof each === 'string')
      return find(() => [...root.querySelectorAll(each)]).flatMap((row) => [
        { target: row, label: 'item', isItem: true },
        ...readSelected(row, inRow),
      ])
    if (typeof selector !== 'string') return []
    const [, css = ''] = SELECTOR.exec(selector) ?? []
    const [target] = find(() => [css.trim() ? root.querySelector(css) : root])
    return target instanceof Element ? [{ target, label: maskText(label), isItem: false }] : []
  })
}

/** None when the selector is none. */
const find = <T>(look: () => T[]): T[] => safely(look) ?? []
