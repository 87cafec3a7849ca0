/** The panel's sentence of when this page tries again what waits. It applies the rules of schedule.ts to the requests seen. */
import { toMeaning } from '../snippet/rest/deliver/answers.js'
import { MINUTE_MS, QUICK_TRIES } from '../snippet/rest/deliver/schedule.js'
import type { Facts } from './facts.js'

/** @returns undefined where nothing waits, or something is on its way */
export function toNextTry({ status, heard, online }: Facts, nowMs = Date.now()): string | undefined {
  const last = status?.waiting.find((each) => each.last)?.last
  if (!last) return undefined
  if (!online) return 'Next try: when this browser is online again.'
  if (isParked(last)) return 'Next try: on the next page of the shop, or by Send now.'
  if (['rate', 'queue_full', 'unavailable'].includes(last))
    return 'Next try: when the proxy has asked for, within two minutes.'
  const [latest] = heard.requests
  const most = toMostMs(heard.requests)
  const atMs = Math.max(nowMs, (latest ? latest.at + latest.tookMs : nowMs) + most)
  const when = `by ${new Date(atMs).toTimeString().slice(0, 8)}`
  return most < MINUTE_MS ? `Next try: ${when}.` : `Next try: ${when}, while this page is visible; so once a minute.`
}

/** Whether only the next page tries again: after answers that mean a bad deploy, and the proxy's own 403, 404 and 405. */
function isParked(code: string): boolean {
  const status = /^http_(\d+)$/.exec(code)?.[1]
  if (status === undefined) return ['origin', 'signature', 'not_found', 'method'].includes(code)
  return toMeaning(Number(status)) !== 'busy'
}

/** The longest that the next try may take to come; the time itself is random. */
function toMostMs(requests: Facts['heard']['requests']): number {
  const since = requests.findIndex(({ status }) => status === 202)
  const failed = since < 0 ? requests : requests.slice(0, since)
  const unreachable = failed.filter(({ status }) => status === 0).length
  const answered = failed.filter(({ status }) => status > 0 && toMeaning(status) === 'busy')
  const busy = answered.filter(({ status }) => status !== 429).length
  const isQuick = busy < QUICK_TRIES.busy && unreachable < QUICK_TRIES.unreachable
  return isQuick ? Math.min(MINUTE_MS, 1000 * 2 ** (answered.length + unreachable || 1)) : MINUTE_MS
}
