/** Every source, side by side, with what it has; one of them is chosen. */

import { toMajor } from '../../examine/totals.js'
import type { Source } from '../choices/choices.js'
import { type Report, toSources } from '../report.js'
import type { PartProps } from '../state.js'
import type { Finding } from '../try/compare.js'
import { Card } from './fields.js'

const SOURCE_WORDS: Record<Source, [title: string, text: string]> = {
  'data-layer': [
    'Data layer',
    'GA4, Universal Analytics or the W3C’s digitalData, by a tag manager, a module or gtag()',
  ],
  'json-ld': ['JSON-LD', 'A schema.org Order in the page'],
  attributes: ['The page, by attributes', 'You mark elements with data-ringup'],
  selectors: ['The page, by selectors', 'You name elements of a page you cannot change'],
  call: ['Your own call', 'Your code calls convert(), or a tag manager’s variables have the order'],
}

interface Props extends PartProps {
  report: Report
}

export function Findings({ state: { choices }, dispatch, report }: Props) {
  const { findings } = report
  const sources = toSources(choices)
  // What was clicked shows at once; what is found follows a moment later.
  const chosen = sources.find((source) => source === choices.source) ?? report.choices.source
  return (
    <fieldset class="grid cards" aria-labelledby="findings-title">
      <legend id="findings-title">
        {findings.length > 0 ? 'Where the order is: what each place has' : 'Where the order is'}
      </legend>
      {sources.map((source) => {
        const [title, text] = SOURCE_WORDS[source]
        const finding = findings.find((each) => each.source === source)
        return (
          <Card
            key={source}
            name="source"
            value={source}
            title={title}
            isChosen={chosen === source}
            onChoose={() => dispatch({ do: 'choose', changes: { source } })}
          >
            <small>{text}</small>
            {finding && <Has finding={finding} />}
          </Card>
        )
      })}
    </fieldset>
  )
}

/** What one place has, in lines that stand in the same order on every card. */
function Has({ finding: { body, problems } }: { finding: Finding }) {
  if (!body) return <small class="has">No order found</small>
  const { cart_data = {}, cart_items = [], email } = body
  const lines: [string, string | undefined][] = [
    ['Number', cart_data.order_number === undefined ? undefined : String(cart_data.order_number)],
    ['Value', cart_data.cart_value === undefined ? undefined : toMajor(cart_data.cart_value)],
    ['Items', cart_items.length > 0 ? String(cart_items.length) : undefined],
    ['E-mail', email],
    ['Problems', problems.length > 0 ? String(problems.length) : 'none'],
  ]
  return (
    <span class="has">
      {lines.map(([name, text]) => (
        <span key={name}>
          <span class="soft">{name}</span> <b data-tone={text === undefined ? 'bad' : 'good'}>
            {text ?? 'not found'}
          </b>{' '}
        </span>
      ))}
    </span>
  )
}
