/** The customer's e-mail address, wherever the page has it. */
import { attempt } from '../attempt.js'
import { EMAILS } from '../normalise/fields.js'
import { toEmail } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'
import { readLayer } from './data-layer.js'
import { readSelector } from './dom.js'
import { readJsonLd } from './json-ld.js'
import { readPaths } from './read-path.js'

/** The first that is one: of those passed, of the order found, of the page; of these only where the setting says, if it is set. */
export function readEmail(found: FoundOrder | false | undefined, ...passed: unknown[]): string | undefined {
  const { email } = settings
  const paths = email ?? EMAILS // a selector leads nowhere
  const roots = [...readLayer(), ...readJsonLd()]
  return [
    ...passed,
    ...readPaths(found, `email ${paths}`),
    ...paths.split(' ').flatMap((path) => roots.flatMap((root) => readPaths(root, path))),
    readSelector(document, email ?? '[data-ringup=email]'),
  ]
    .map((each) => attempt(() => toEmail(each)))
    .find((each) => each)
}
