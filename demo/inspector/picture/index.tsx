/** The picture of the path: five stations, and a dot for each event that moves. */
import { createRef, render } from 'preact'
import { createDots } from './dots.js'
import { Scene, type SceneFacts, toSentence } from './scene.js'
import { HEIGHT, type Layout, toLayout } from './stations.js'

export function createPicture(into: HTMLElement) {
  const crowd = createRef<SVGGElement>()
  let layout = toLayout(0)
  let facts: SceneFacts | undefined

  const draw = () => render(<Picture layout={layout} facts={facts} crowd={crowd} />, into)
  draw()
  if (!crowd.current) throw new Error('The picture does not have an element for its dots.')
  const dots = createDots(crowd.current)

  new ResizeObserver(() => {
    if (into.clientWidth === layout.width) return
    layout = toLayout(into.clientWidth)
    draw()
    dots.arrange(layout)
  }).observe(into)

  return {
    show(next: SceneFacts) {
      facts = next
      draw()
    },
    move: dots.move,
  }
}

type Props = { layout: Layout; facts: SceneFacts | undefined; crowd: { current: SVGGElement | null } }

const Picture = ({ layout, facts, crowd }: Props) => (
  <svg
    role="img"
    aria-labelledby="picture-text"
    height={HEIGHT}
    viewBox={`0 0 ${layout.width} ${HEIGHT}`}
    style={{ '--size': layout.iconScale }}
  >
    <title id="picture-text">{facts && toSentence(facts)}</title>
    <g>{facts && layout.width > 0 && <Scene layout={layout} {...facts} />}</g>
    <g ref={crowd} />
  </svg>
)
