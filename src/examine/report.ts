/** Everything that the panel shows as text, to be sent to whoever is to help. */

import { diagnose } from './diagnosis.js'
import type { Facts } from './facts.js'
import { toNextTry } from './next-try.js'
import { toNotes } from './notes.js'
import { toLines } from './panel/delivery-view.js'
import { toProblemSentence } from './sentences.js'

/** @param facts masked */
export function toReport(facts: Facts): string {
  const { sentence, todo } = diagnose(facts)
  const { status, sources, endpoint, version, online, asked, email } = facts
  const toTime = (at: number) => new Date(at).toISOString()
  const { waiting, outcomes, requests } = toLines(facts, toTime)
  const parts: [title: string, lines: (string | undefined)[]][] = [
    ['Ringup', [sentence, todo, toNextTry(facts), ...toNotes(facts)]],
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
    ['Problems', facts.problems.map((problem) => toProblemSentence(problem, facts.unread[problem.field]))],
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
