/** The result of a verification, in sentences. */

import { judgeFound, judgeIgnored, judgeTested, NO_ORDER } from '../../contract/verified.js'
import type { VerifyReport } from '../../contract/verify.js'
import type { Silence, Verified } from '../verify.js'

export type Grade = 'good' | 'mixed' | 'bad' | 'empty'

export interface Verdict {
  state: Grade
  sentence: string
  lines: string[]
  problems: string[]
}

const GRADES = { wait: 'mixed', bad: 'bad', idle: 'mixed' } as const

/** @param policy the sources that a strict page has to allow */
export function toVerdict({ link, report, arrived, silence = 'waiting' }: Verified, policy: string): Verdict {
  if (!report) return toSilence(silence, policy, link)
  const { diagnosis, tested, problems, notes = [] } = report
  const { id } = tested ?? {}
  const isWorking = diagnosis.tone === 'good' && arrived?.as === 'ok'
  const lines = [
    isWorking && diagnosis.sentence,
    ...toFound(report),
    ...notes,
    judgeIgnored(report)?.sentence,
    tested ? judgeTested(report)?.sentence : 'Sending a test order …',
    arrived?.sentence ?? (id !== undefined && 'Waiting until the test order reaches the API …'),
    isWorking && OWN_ORDER,
  ]
  return {
    state: toGrade(arrived, report),
    sentence: isWorking ? toWorking(problems.length) : diagnosis.sentence,
    lines: lines.filter((line) => typeof line === 'string'),
    problems,
  }
}

function toGrade(arrived: Verified['arrived'], { diagnosis, problems, tested }: VerifyReport): Grade {
  if (arrived?.as === 'problem') return 'bad'
  if (diagnosis.tone !== 'good') return GRADES[diagnosis.tone]
  if (arrived?.as === 'ok') return problems.length > 0 ? 'mixed' : 'good'
  return tested && tested.id === undefined ? 'mixed' : 'empty'
}

/** A first order is often one of somebody whom the API does not know yet. */
const OWN_ORDER =
  'Your own order is another one. The API takes it only if it knows a visit of that customer. Where it is, says the operator’s page.'

/** The panel stays in the tab that Verify has opened, so a person who looks for the order can place one there. */
function toFound(report: VerifyReport): (string | undefined)[] {
  const { found, diagnosis } = report
  if (found.length > 0 || diagnosis.tone === 'bad') return [diagnosis.todo, judgeFound(report).sentence]
  if (diagnosis.sentence === NO_ORDER) return [RIGHT_ELSEWHERE, PLACE_ORDER]
  return [diagnosis.todo, `${NO_ORDER} ${PLACE_ORDER}`]
}

const RIGHT_ELSEWHERE =
  'That is right on every page but the thank-you page. If this is the thank-you page, the panel in that window shows where it looked.'
const PLACE_ORDER = 'Place a test order in that window: this page follows it.'

const toWorking = (problems: number) =>
  problems > 0 ? 'It works, but not all of the page could be read.' : 'It works.'

/** No report has come. Each reason has its way through. */
function toSilence(silence: Silence, policy: string, link: string): Verdict {
  const [state, sentence, ...lines] = SILENCES[silence]
  const page = link.replace(/[?&]ringup-debug.*$/, '')
  const toLine = (line: string) => line.replace('POLICY', policy).replace('PAGE', page)
  return { state, sentence, lines: lines.map(toLine), problems: [] }
}

const PASTE = 'If the panel is open on the page, press “Copy the settings” in it, and paste them above.'

const SILENCES: Record<Silence, [Grade, string, ...string[]]> = {
  waiting: ['empty', 'Waiting for the page …'],
  blocked: ['mixed', 'The browser blocked the new window. Open the page by this link:'],
  apart: [
    'mixed',
    'The shop’s page keeps windows apart (Cross-Origin-Opener-Policy), or its window is closed.',
    `It cannot answer here. ${PASTE}`,
  ],
  silent: [
    'bad',
    'The page does not answer.',
    'Has its window gone on to another address, such as one with a language in it? Then enter that address above, and open it again.',
    'Is the tag on it, as it stands above? A shop that keeps its pages or templates in a cache shows a new tag only once that is cleared.',
    'In Tag Manager, tick the box for the panel under More.',
    'Does the page have a Content-Security-Policy? Let it allow: `POLICY`',
    'A blocker in this browser can stop the script too.',
    'On the server, `npm run ringup -- check --env-file ringup.env --page PAGE` says whether the script is there.',
    PASTE,
  ],
}
