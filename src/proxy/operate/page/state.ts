/** How the proxy is, in one sentence. */
import type { Health, ProblemName } from '../health.js'
import { toAge, toCount } from './html.js'

/** What is wrong, and what to do. The compiler misses one that is new. */
const PROBLEMS: Record<ProblemName, string> = {
  credentials: 'The API refuses the key: RINGUP_API_AUTHORIZATION has to be changed.',
  address: 'The API is not at RINGUP_API_URL: the address has to be changed.',
  unreachable: 'The API does not answer.',
  busy: 'The API has asked for time, or fails.',
  unknown_list: 'The API does not know a list of RINGUP_LISTS.',
  queue_full: 'The queue is full: pages are refused, and browsers keep their events.',
  queue_failed: 'The database fails: see the log.',
  disk: 'The disk is nearly full.',
  stopping: 'The proxy is stopping.',
}

export interface HealthSummary {
  as: Health['state']
  sentence: string
}

export function toHealthSummary({ state, problems, counts }: Health): HealthSummary {
  const wrong = problems.map(({ reason, list }) => `${PROBLEMS[reason]}${list ? ` (${list})` : ''}`)
  if (!counts) return { as: state, sentence: wrong.join(' ') }
  const waiting =
    counts.waiting === 0
      ? 'Nothing waits.'
      : `${toCount(counts.waiting, 'event')} ${counts.waiting === 1 ? 'waits' : 'wait'} for the API, the oldest for ${toAge(counts.oldestWaitingMs ?? 0)}.`
  const dead = counts.dead === 0 ? '' : ` ${toCount(counts.dead, 'dead letter')}.`
  return { as: state, sentence: `${wrong.length === 0 ? 'All is well.' : wrong.join(' ')} ${waiting}${dead}` }
}
