/** The shop's book beside the API's: figures, and one sentence. */
import { create, find } from './elements.js'
import type { Reconciliation } from './stage.js'
import { toCount } from './view.js'

export function showReconciliation(reconciliation: Reconciliation) {
  const { placed, arrived, waiting, refused, wrong, lost, doubled } = reconciliation
  const waits = waiting.page + waiting.browser + waiting.proxy
  const figures: [string, number, string][] = [
    ['Orders placed', placed, ''],
    ['At the API, once', arrived, ''],
    ['Waiting', waits, waits > 0 ? 'warn' : ''],
    ['Lost', lost.length, lost.length > 0 ? 'bad' : ''],
    ['Doubled', doubled.length, doubled.length > 0 ? 'bad' : ''],
  ]
  find('figures').replaceChildren(
    ...figures.map(([name, count, className]) => {
      return create('div', className, create('dt', '', name), create('dd', '', String(count)))
    }),
  )
  const where = [
    waiting.page > 0 && `${waiting.page} not yet reported by a page`,
    waiting.browser > 0 && `${waiting.browser} in the browser`,
    waiting.proxy > 0 && `${waiting.proxy} in the proxy`,
    refused > 0 && `${refused} kept aside with a reason`,
    wrong.length > 0 && `${wrong.length} with another amount than the shop’s`,
  ].filter(Boolean)
  const ends = [
    lost.length === 0 ? 'Nothing lost' : `Lost: ${lost.join(', ')}`,
    doubled.length === 0 ? 'nothing doubled' : `doubled: ${doubled.join(', ')}`,
  ]
  find('statement').textContent =
    placed === 0
      ? 'The shop has no orders yet.'
      : `${toCount(placed, 'order')} in the shop’s book, ${arrived} at the API once and to the cent${where.length > 0 ? `, ${where.join(', ')}` : ''}. ${ends.join(', ')}.`
}
