/** What a page that is verified has told of its order and of its test order, in sentences. */
import type { VerifyReport } from '../../contract/verify.js'
import { type Finding, ok, warning } from './finding.js'

export const judgeFound = ({ found }: VerifyReport): Finding =>
  found.length > 0 ? ok(`Found on the page: ${found.join(', ')}.`) : warning('The page shows no order.')

/** @returns undefined where the proxy lets everything through, or has not been asked */
export function judgeIgnored({ tested }: VerifyReport): Finding | undefined {
  const { ignored = [] } = tested ?? {}
  return ignored.length > 0 ? warning(`The proxy does not let these through: ${ignored.join(', ')}.`) : undefined
}
