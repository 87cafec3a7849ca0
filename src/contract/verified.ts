/** The findings of a verified page about its order and its test order, in sentences. */

import { type Finding, ok, warning } from './finding.js'
import type { Tone, VerifyReport } from './verify.js'

/** The fields of a report that are judged. */
interface Judged {
  diagnosis: { todo?: string | undefined }
  tested?: { sentence: readonly [string, (string | undefined)?]; ignored?: string[] | undefined } | undefined
}

/** The tag is on every page, so this alone need not be a fault. */
export const NO_ORDER = 'No order was found on this page.'

export const SHOWN_ONCE =
  'If the shop shows each order only once, open a page of it with ?ringup-debug, and order again in that tab, with the panel on.'

export function judgeFound({
  found,
  diagnosis,
}: Pick<VerifyReport, 'found'> & { diagnosis: { tone: Tone; todo?: string | undefined } }): Finding {
  if (found.length > 0) return ok(`Found on the page: ${found.join(', ')}.`)
  // A diagnosis of another cause is shown first.
  const isSaid = diagnosis.tone === 'bad' || diagnosis.todo?.includes(SHOWN_ONCE)
  return warning(isSaid ? NO_ORDER : `${NO_ORDER} ${SHOWN_ONCE}`)
}

/**
 * The result of the test order, or of the connection test. A sentence with a to-do reports a failure.
 *
 * @returns undefined before the test has ended, and if the diagnosis has the same to-do
 */
export function judgeTested({ diagnosis, tested }: Judged): Finding | undefined {
  if (!tested) return undefined
  const { sentence } = tested
  const [, todo] = sentence
  if (todo === undefined) return ok(sentence.join(' '))
  return todo === diagnosis.todo ? undefined : warning(sentence.join(' '))
}

/** @returns undefined if the proxy accepts all fields, or was not asked */
export function judgeIgnored({ tested }: Pick<Judged, 'tested'>): Finding | undefined {
  const { ignored = [] } = tested ?? {}
  return ignored.length > 0 ? warning(`The proxy does not let these through: ${ignored.join(', ')}.`) : undefined
}
