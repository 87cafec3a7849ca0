import { InvalidArgumentError } from 'commander'
import { Email } from '../../../contract/email.js'

/** Reads an option or argument that is one e-mail address. */
export function toEmail(text: string): string {
  const email = Email.safeParse(text)
  if (!email.success) throw new InvalidArgumentError('It has to be one e-mail address.')
  return email.data
}
