/** Outlines round elements of the page, drawn above it: the elements themselves stay as they are. */
import { element } from './element.js'

export interface Highlight {
  /** In the panel's shadow root. */
  layer: HTMLElement
  /** These from now on, and no others. */
  show(marked: Marked[]): void
}

export interface Marked {
  target: Element
  label: string
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
        const isItem = each.target.hasAttribute('data-ringup-item')
        const label = element('span', { class: 'label' }, each.label)
        return [each, element('div', { class: isItem ? 'box item' : 'box' }, label)]
      })
      layer.replaceChildren(...shown.map(([, box]) => box))
      place()
    },
  }
}

/** What the DOM adapter reads on this page: items, and the fields in and outside of them. */
export const readMarked = (): Marked[] =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-ringup], [data-ringup-item]'), (target) => ({
    target,
    label: target.dataset.ringup ?? 'item',
  }))
