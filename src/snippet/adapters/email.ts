/** The customer's e-mail address, wherever the page has it. */
import { attempt } from '../attempt.js'
import { EMAILS } from '../normalise/fields.js'
import { toEmail } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'
import { readLayer } from './data-layer.js'
import { readRule } from './dom.js'
import { readJsonLd } from './json-ld.js'
import { readPath } from './read-path.js'

/** The first that is one: of those passed, of the order found, else of the page. */
export function readEmail(found: FoundOrder | undefined, ...passed: unknown[]): string | undefined {
  const { email } = settings
  // Words joined by dots lead into the data layer, anything else is a selector.
  const paths = /^(\w+(\.\w+)*)?$/.test(email) ? email || EMAILS : ''
  return [
    ...passed,
    email ? 0 : found?.email,
    ...[[found], [...readLayer(), ...readJsonLd()]].flatMap((roots) =>
      paths.split(' ').flatMap((path) => roots.map((root) => readPath(root, path))),
    ),
    attempt(() => readRule(document, email || '[data-ringup=email]')),
  ]
    .map((each) => attempt(() => toEmail(each)))
    .find((each) => each)
}
