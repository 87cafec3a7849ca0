/** Lets a person pick an element of the page: with the pointer, a finger, or the keyboard. The page does not see it. */

/** Each key leads to other elements. The first visible one becomes the current element. */
const MOVES: Record<string, (from: Element) => (Element | null)[]> = {
  ArrowUp: ({ parentElement }) => [parentElement],
  ArrowDown: ({ children }) => [...children],
  ArrowLeft: (from) => toBeside(from, -1),
  ArrowRight: (from) => toBeside(from, 1),
}

function toBeside(from: Element, step: 1 | -1): Element[] {
  const all = [...(from.parentElement?.children ?? [])]
  const index = all.indexOf(from)
  return step > 0 ? all.slice(index + 1) : all.slice(0, index).reverse()
}

/** A page may act on each of these events. */
const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'touchstart', 'touchend'] as const

/**
 * @param host the bar's own element, which cannot be picked
 * @param onMove gets each element that Enter or a click would then pick
 * @param signal ends the pick without a result
 */
export function pickElement(
  host: Element,
  onMove: (element: Element) => void,
  signal: AbortSignal,
): Promise<Element | undefined> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    let current: Element | undefined
    const end = (element?: Element) => {
      ended.abort()
      resolve(element)
    }
    const move = (to: EventTarget | null | undefined) => {
      if (!(to instanceof Element) || to === host || to === document.documentElement) return
      current = to
      onMove(to)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.composedPath().includes(host) && event.key === 'Enter') return // a button of the bar
      if (event.key === 'Escape') end()
      else if (event.key === 'Enter' && current) end(current)
      else if (MOVES[event.key]) {
        move((current ? MOVES[event.key]?.(current) : [document.body])?.find((each) => each && isSeen(each)))
        current?.scrollIntoView({ block: 'nearest' })
      } else return
      stop(event)
    }
    const onClick = (event: Event) => {
      if (isOfHost(event, host)) return
      stop(event)
      move(event.composedPath()[0])
      end(current)
    }
    const options = { capture: true, signal: ended.signal }
    signal.addEventListener('abort', () => end(), options)
    addEventListener('keydown', onKey, options)
    addEventListener('click', onClick, options)
    addEventListener('pointermove', (event) => isOfHost(event, host) || move(event.composedPath()[0]), options)
    for (const type of PRESSES)
      addEventListener(type, (event) => isOfHost(event, host) || event.stopImmediatePropagation(), options)
  })
}

const isSeen = (element: Element) => element.getClientRects().length > 0

const isOfHost = (event: Event, host: Element) => event.composedPath().includes(host)

/** Keeps the page's code and the browser from acting on the event. */
function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
