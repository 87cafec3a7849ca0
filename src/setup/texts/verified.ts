/** What verifying a page has come to, in sentences. */

import type { VerifyReport } from '../../contract/verify.js'
import { judgeFound, judgeIgnored, judgeTested } from '../../proxy/look/verified.js'
import type { Grade } from '../try/read-order.js'
import type { Verified } from '../verify.js'

interface Verdict {
  state: Grade
  sentence: string
  lines: string[]
  problems: string[]
}

const GRADES = { good: 'good', wait: 'mixed', bad: 'bad', idle: 'mixed' } as const

const SILENT: Verdict = {
  state: 'empty',
  sentence: 'Waiting for the page …',
  lines: [],
  problems: [],
}

const MUTE =
  'The page looks right from outside, but it does not answer. Its tag lacks data-debug="ask" (in Tag Manager: the box under More), the page cuts off whoever opened it (Cross-Origin-Opener-Policy), or this browser blocks the script.'

export function toVerdict(verified: Verified): Verdict {
  const { report, looked, arrived } = verified
  if (!report) return looked ? toSilence(looked) : SILENT
  const { diagnosis, tested, problems } = report
  const { id } = tested ?? {}
  const isWorking = diagnosis.tone === 'good' && arrived?.as === 'ok'
  const lines = [
    isWorking && diagnosis.sentence,
    diagnosis.todo,
    judgeFound(report).sentence,
    judgeIgnored(report)?.sentence,
    tested ? judgeTested(report)?.sentence : 'Sending a test order …',
    arrived?.sentence ?? (id !== undefined && 'Waiting until the test order reaches the API …'),
  ]
  return {
    state: toGrade(verified, report),
    sentence: isWorking ? toWorking(problems.length) : diagnosis.sentence,
    lines: lines.filter((line) => typeof line === 'string'),
    problems,
  }
}

function toGrade({ arrived }: Verified, { diagnosis, problems }: VerifyReport): Grade {
  if (arrived?.as === 'problem') return 'bad'
  return diagnosis.tone === 'good' && problems.length > 0 ? 'mixed' : GRADES[diagnosis.tone]
}

const toWorking = (problems: number) =>
  problems > 0 ? 'It works, but not all of the page could be read.' : 'It works.'

/** The page has told nothing yet, and may never. */
function toSilence(looked: NonNullable<Verified['looked']>): Verdict {
  const problems = looked.filter(({ as }) => as === 'problem').map(({ sentence }) => sentence)
  const [sentence = MUTE, ...others] = problems
  return { state: problems.length > 0 ? 'bad' : 'empty', sentence, lines: others, problems: [] }
}
