/** An outline around one element of the page, drawn above it: the element itself stays as it is. */
import { element } from './element.js'

export interface Highlight {
  /** The element, in the bar's shadow root, that the outline goes into. */
  layer: HTMLElement
  /** Marks this element from now on, or none. */
  show(target?: Element, label?: string): void
}

export function createHighlight(): Highlight {
  const layer = element('div', { class: 'layer', 'aria-hidden': 'true' })
  let shown: Element | undefined

  const place = () => {
    const { left, top, width, height } = shown?.getBoundingClientRect() ?? new DOMRect()
    const [box] = layer.children
    if (!(box instanceof HTMLElement)) return
    // By script, which a page's policy on styles lets through; a style attribute in HTML it would not.
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  }
  addEventListener('scroll', place, { capture: true, passive: true })
  addEventListener('resize', place)

  return {
    layer,
    show(target, label = '') {
      shown = target
      const box = element('div', { class: 'box' }, element('span', { class: 'label' }, label))
      layer.replaceChildren(...(target ? [box] : []))
      place()
    },
  }
}
