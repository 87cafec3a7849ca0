/** How the proxy is, in sentences: first what reached the API, then what is wrong, then what waits. */
import { CONDITIONS, toWrong } from '../conditions.js'
import type { Health } from '../health.js'
import { toReached } from '../shop.js'
import { toAge, toCount, toNumber, toPercent } from '../words.js'

export function toHealthSentences({ problems, share, told, lastOrderMs, counts }: Health, nowMs: number): string[] {
  const wrong = problems.map((trouble) => `${toWrong(trouble)} ${CONDITIONS[trouble.reason].todo}`)
  const reached = toReached(share)
  const isWhole = !share || share.delivered <= share.whole
  return [
    ...(reached === undefined ? toLast(lastOrderMs === undefined ? undefined : nowMs - lastOrderMs) : [reached]),
    ...toCompared(told),
    ...(wrong.length === 0 && isWhole ? ['All is well.'] : wrong),
    ...(counts ? toQueue(counts) : []),
  ]
}

const toLast = (lastAgeMs: number | undefined) =>
  lastAgeMs === undefined ? [] : [`The last order came ${toAge(lastAgeMs)} ago.`]

/** Says how many of one's orders the other has; nothing while only one of them tells of any. */
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
