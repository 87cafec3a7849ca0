/** Outlines around elements of the page, drawn above it: the elements themselves stay as they are. */
import { element } from './element.js'

export interface Highlight {
  /** The element, in the bar's shadow root, that the outlines go into. */
  layer: HTMLElement
  /** These from now on, and no others. */
  show(marked: Marked[]): void
}

interface Marked {
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
