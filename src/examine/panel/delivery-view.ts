/** Consent, what waits, and what became of what was sent: as a section of the panel, and in the report. */
import { count } from '../count.js'
import type { Facts } from '../facts.js'
import { type Content, element, toDefinitions, toList } from './element.js'

export function toDelivery(facts: Facts): Content[] {
  const { status, endpoint, online } = facts
  const { waiting, outcomes, requests } = toLines(facts, (at) => new Date(at).toTimeString().slice(0, 8))
  return [
    toDefinitions([
      ['Consent', status?.consent.replace('-', ' ') ?? 'not known'],
      ['Storage', status?.storage === 'memory' ? 'none; kept in memory' : 'localStorage'],
      ['Endpoint', endpoint ?? 'none'],
      ['Network', online ? 'online' : 'offline'],
    ]),
    toGroup('Waiting in this browser', waiting, 'Nothing.'),
    toGroup('Outcomes since the panel was loaded', outcomes.slice(0, 8), 'None.'),
    toGroup('Requests of this page to the proxy', requests.slice(0, 8), 'None that the browser knows of.'),
  ]
}

/** A line for each, the newest first. */
export const toLines = ({ status, heard }: Facts, toTime: (at: number) => string) => ({
  waiting: (status?.waiting ?? []).map(({ id, kind, ageMs, attempts, last }) =>
    [`${kind}, ${toAge(ageMs)} old`, count(attempts, 'attempt'), ...(last ? [`last ${last}`] : []), id].join(', '),
  ),
  outcomes: heard.outcomes.map(({ at, id, kind, list, status: became, reason, problems }) => {
    const [what, why] = [`${kind}${list ? ` ${list}` : ''}`, reason ? `, ${reason}` : '']
    const wrong = problems.length ? ` (${count(problems.length, 'problem')})` : ''
    return `${toTime(at)} ${what}: ${became}${why}${wrong}. ${id}`
  }),
  requests: heard.requests.map(
    ({ at, status: answered, tookMs }) =>
      `${toTime(at)} ${answered || 'no answer that can be read'}, ${Math.round(tookMs)} ms`,
  ),
})

const toGroup = (title: string, rows: string[], none: string) =>
  element('div', {}, element('h3', {}, title), rows.length ? toList(rows) : element('p', { class: 'soft' }, none))

function toAge(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3600)} h`
}
