/** The shop's orders beside the API's: figures, and one sentence. */
import type { Reconciliation } from './stage.js'
import { toCount } from './view/lines.js'

export function Figures({ placed, arrived, waiting, lost, doubled }: Reconciliation) {
  const waits = waiting.page + waiting.browser + waiting.proxy
  const figures: [name: string, count: number, tone?: 'warn' | 'bad'][] = [
    ['Orders placed', placed],
    ['At the API, once', arrived],
    ['Waiting', waits, 'warn'],
    ['Lost', lost.length, 'bad'],
    ['Doubled', doubled.length, 'bad'],
  ]
  return (
    <>
      {figures.map(([name, count, tone]) => (
        <div key={name} data-tone={count > 0 ? tone : undefined}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </>
  )
}

export function toStatement({ placed, arrived, waiting, refused, wrong, lost, doubled }: Reconciliation): string {
  if (placed === 0) return 'The shop has no orders yet.'
  const where = [
    waiting.page > 0 && `${waiting.page} not yet reported by a page`,
    waiting.browser > 0 && `${waiting.browser} in the browser`,
    waiting.proxy > 0 && `${waiting.proxy} in the proxy`,
    refused > 0 && `${refused} kept aside with a reason`,
    wrong.length > 0 && `${wrong.length} with another amount than the shop’s`,
  ].filter(Boolean)
  const lostWords = lost.length === 0 ? 'Nothing lost' : `Lost: ${lost.join(', ')}`
  const doubledWords = doubled.length === 0 ? 'nothing doubled' : `doubled: ${doubled.join(', ')}`
  const parts = [`${toCount(placed, 'order')} in the shop`, `${arrived} at the API once and to the cent`, ...where]
  return `${parts.join(', ')}. ${lostWords}, ${doubledWords}.`
}
