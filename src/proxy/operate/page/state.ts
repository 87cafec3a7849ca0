/** How the proxy is, in sentences: first what reached the API, then what is wrong, then what waits. */
import { CONDITIONS, toWrong } from '../conditions.js'
import type { Health } from '../health.js'
import { toAge, toCount, toNumber, toPercent } from '../words.js'

export function toHealthSentences({ problems, share, told, lastOrderMs, counts }: Health, nowMs: number): string[] {
  const wrong = problems.map((trouble) => `${toWrong(trouble)} ${CONDITIONS[trouble.reason].todo}`)
  return [
    ...toReached(share, lastOrderMs === undefined ? undefined : nowMs - lastOrderMs),
    ...toCompared(told),
    ...(wrong.length > 0 ? wrong : ['All is well.']),
    ...(counts ? toQueue(counts) : []),
  ]
}

function toReached(share: Health['share'], lastAgeMs: number | undefined): string[] {
  if (share && share.orders > 0) {
    const reached = Math.min(share.orders, share.delivered)
    const many = reached === 0 ? 'None' : toNumber(reached)
    const part = reached === 0 ? '' : ` (${toPercent(reached / share.orders)})`
    return [`${many} of ${toCount(share.orders, 'order')} in 24 hours${part} reached the API.`]
  }
  return lastAgeMs === undefined ? [] : [`The last order came ${toAge(lastAgeMs)} ago.`]
}

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
