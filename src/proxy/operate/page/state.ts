/** How the proxy is, in one sentence: what reached the API first of all. */
import { CONDITIONS, toWrong } from '../conditions.js'
import type { Health } from '../health.js'
import { toPercent } from '../shop.js'
import { toAge, toCount, toNumber } from './html.js'

export interface HealthSummary {
  as: Health['state']
  sentences: string[]
}

export function toHealthSummary(
  { state, problems, share, told, lastOrderMs, counts }: Health,
  nowMs: number,
): HealthSummary {
  const wrong = problems.map((trouble) => `${toWrong(trouble)} ${CONDITIONS[trouble.reason].todo}`)
  const last = lastOrderMs === undefined ? [] : [`The last order came ${toAge(nowMs - lastOrderMs)} ago.`]
  const reached =
    share && share.orders > 0
      ? [
          `${toPercent(Math.min(1, share.delivered / share.orders))} of the ${toCount(share.orders, 'order')} of 24 hours reached the API.`,
        ]
      : last
  return {
    as: state,
    sentences: [
      ...reached,
      ...toCompared(told),
      ...(wrong.length > 0 ? wrong : ['All is well.']),
      ...(counts ? toQueue(counts) : []),
    ],
  }
}

/** Of the orders that one has told of, how many the other has; while only one of them tells of any, nothing. */
function toCompared({ page, webhook, both }: NonNullable<Health['told']> = { page: 0, webhook: 0, both: 0 }): string[] {
  if (page === 0 || webhook === 0) return []
  return [
    `Of the ${toCount(webhook, 'order')} that webhooks brought in 7 days, the script reported ${toNumber(both)}, ${toPercent(both / webhook)}; of its own ${toCount(page, 'order')} they brought ${toPercent(both / page)}.`,
  ]
}

function toQueue({ waiting, oldestWaitingMs = 0, dead }: NonNullable<Health['counts']>): string[] {
  const waits = `${toCount(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} for the API, the oldest for ${toAge(oldestWaitingMs)}.`
  return [waiting === 0 ? 'Nothing waits.' : waits, ...(dead === 0 ? [] : [`${toCount(dead, 'dead letter')}.`])]
}
