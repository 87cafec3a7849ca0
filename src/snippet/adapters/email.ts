/** The customer's e-mail address, wherever the page has it. */
import { attempt } from '../attempt.js'
import { EMAILS } from '../normalise/fields.js'
import { toEmail } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { readLayer } from './data-layer.js'
import { readMarks } from './dom.js'
import { readJsonLd } from './json-ld.js'
import { readPath, readPaths } from './read-path.js'

/** The first that is one: of those passed, of the order found, else of the page. */
export function readEmail(found: FoundOrder | undefined, ...passed: unknown[]): string | undefined {
  return [
    ...passed,
    ...readPaths(found, EMAILS, found?.email),
    ...EMAILS.split(' ').flatMap((path) => [...readLayer(), ...readJsonLd()].map((root) => readPath(root, path))),
    readMarks().email,
  ]
    .map((each) => attempt(() => toEmail(each)))
    .find((each) => each)
}
