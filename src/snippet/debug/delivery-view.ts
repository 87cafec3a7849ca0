/** Consent, what waits, and what became of what was sent, as a section of the panel. */
import { count } from './count.js'
import { element } from './element.js'
import type { Facts } from './facts.js'
import { type Content, toList } from './view.js'

export function toDelivery(facts: Facts): Content[] {
  const { status, heard, endpoint, online } = facts
  const { outcomes, requests } = heard
  const toTime = (at: number) => new Date(at).toTimeString().slice(0, 8)
  const outcome = outcomes.slice(0, 8).map(({ at, id, kind, list, status: became, reason, problems }) => {
    const [what, why] = [`${kind}${list ? ` ${list}` : ''}`, reason ? `, ${reason}` : '']
    const wrong = problems.length ? ` (${count(problems.length, 'problem')})` : ''
    return `${toTime(at)} ${what}: ${became}${why}${wrong}. ${id}`
  })
  const answers = requests
    .slice(0, 8)
    .map(
      ({ at, status: answered, tookMs }) =>
        `${toTime(at)} ${answered || 'no answer that can be read'}, ${Math.round(tookMs)} ms`,
    )
  const waiting = status?.waiting.map(({ id, kind, ageMs, attempts, last }) =>
    [`${kind}, ${toAge(ageMs)} old`, count(attempts, 'attempt'), last && `last ${last}`, id]
      .filter((each) => each)
      .join(', '),
  )
  return [
    element(
      'dl',
      {},
      ...toPair('Consent', status?.consent.replace('-', ' ') ?? 'not known'),
      ...toPair('Storage', status?.storage === 'memory' ? 'none; kept in memory' : 'localStorage'),
      ...toPair('Endpoint', endpoint ?? 'none'),
      ...toPair('Network', online ? 'online' : 'offline'),
    ),
    toGroup('Waiting in this browser', waiting, 'Nothing.'),
    toGroup('Outcomes since the panel was loaded', outcome, 'None.'),
    toGroup('Requests of this page to the proxy', answers, 'None that the browser knows of.'),
  ]
}

const toPair = (name: string, value: string) => [element('dt', {}, name), element('dd', {}, value)]

const toGroup = (title: string, rows: string[] | undefined, none: string) =>
  element('div', {}, element('h3', {}, title), rows?.length ? toList(rows) : element('p', { class: 'soft' }, none))

function toAge(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3600)} h`
}
