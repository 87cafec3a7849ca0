/** The report: as text for a person who helps, and as data for the set-up page and `ringup check`. */
import type { VerifyReport } from '../contract/verify.js'
import { count } from './count.js'
import { diagnose } from './diagnosis.js'
import { findDoubts } from './doubts.js'
import type { Facts } from './facts.js'
import { mask } from './mask.js'
import { toNotes } from './notes.js'
import { toLines } from './panel/delivery-view.js'
import { toProblemSentence } from './sentences.js'

/** The report without a value of the page. The panel's own sentences name the order, these do not. */
export function toVerifyReport(facts: Facts, diagnosis = diagnose(facts)): Omit<VerifyReport, 'tested'> {
  const { tone, sentence, todo } = diagnosis
  const { number } = facts.order ?? {}
  const toPublic = (text: string) => (number ? text.replaceAll(number, '…') : text)
  const masked = mask({
    diagnosis: { tone, sentence: toPublic(sentence), todo },
    found: toFound(facts),
    problems: toProblems({ ...facts, unread: {} }),
    notes: toNotes(facts, diagnosis).map(toPublic),
  })
  return { ...masked, pointed: facts.pointed }
}

/** The fields that could not be read, each field of the items once, and doubts about the others. */
export function toProblems({ problems, unread, body }: Facts): string[] {
  const kinds = problems.map(({ field, code }) => `${field.replace(/\d+/, '')} ${code}`)
  const sentences = problems.flatMap((problem, index) => {
    if (kinds.indexOf(`${kinds[index]}`) < index) return []
    const many = kinds.filter((kind) => kind === kinds[index]).length
    return toProblemSentence(problem, unread[problem.field]) + (many > 1 ? ` (${many} items)` : '')
  })
  return [...sentences, ...findDoubts(body)]
}

function toFound({ body }: Facts): string[] {
  const { email, cart_data, cart_items } = Object(body)
  return [
    ...(email === undefined ? [] : ['email']),
    ...Object.keys(Object(cart_data)),
    ...(cart_items?.length > 0 ? [count(cart_items.length, 'item')] : []),
  ]
}

/** @param facts masked */
export function toReport(facts: Facts): string {
  const { sentence, todo } = diagnose(facts)
  const { status, sources, endpoint, version, online, asked, email } = facts
  const toTime = (at: number) => new Date(at).toISOString()
  const { waiting, outcomes, requests } = toLines(facts, toTime)
  const parts: [title: string, lines: (string | undefined)[]][] = [
    ['Ringup', [sentence, todo, ...toNotes(facts)]],
    [
      'Page',
      [
        `${location.origin}${location.pathname}`, // without its query, which may say who it is
        `panel ${version}, script ${status?.version ?? 'not running'}, ${online ? 'online' : 'offline'}`,
        `endpoint ${endpoint ?? 'none'}, e-mail ${email ?? 'none'}`,
        navigator.userAgent,
        toTime(Date.now()),
      ],
    ],
    ['Adapters', asked.map(({ name, result, sentence: said }) => `${name}: ${result}. ${said}`)],
    ['Problems', toProblems(facts)],
    ['Waiting', waiting],
    ['Outcomes', outcomes],
    ['Requests', requests],
    ['Settings', sources.settings.map(({ name, value, from }) => `${name}: ${value} (${from})`)],
  ]
  return parts
    .map(([title, lines]) => [title, lines.filter((line): line is string => Boolean(line))] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n')
}
