import { InvalidArgumentError } from 'commander'
import { toEmail } from '../../../contract/email.js'

/** Reads an option or argument that is one e-mail address. */
export function readEmailArgument(text: string): string {
  const email = toEmail(text)
  if (email === undefined) throw new InvalidArgumentError('It has to be one e-mail address.')
  return email
}
