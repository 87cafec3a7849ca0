/** The setting `selectors`, field by field: what each names in the sample, and what there is to choose from. */

import { useMemo } from 'preact/hooks'
import { ITEM_FIELDS, ORDER_FIELDS } from '../../contract/selectors.js'
import { toSettledSelectors } from '../choices/choices.js'
import { toDocument } from '../sample/to-document.js'
import { readMatches, toMatchText } from '../selectors/matches.js'
import {
  readAttributeSuggestions,
  readRowSuggestions,
  readSuggestions,
  type Suggestion,
} from '../selectors/suggestions.js'
import type { PartProps } from '../state.js'
import { TextField } from './fields.js'

export function SelectorsForm({ state: { choices, samples }, dispatch }: PartProps) {
  const { selectors, origin } = choices
  const { each = '' } = selectors
  const html = samples.order
  const matches = readMatches(toDocument(html, origin), toSettledSelectors(selectors))
  // Looking for selectors takes a moment: anew only when sample or rows are others.
  const suggested = useMemo(() => toSuggestions(toDocument(html, origin), each), [html, origin, each])
  const toField = (list: string) => (entry: [name: string, words: string]) => {
    const [name, words] = entry
    const match = matches.get(name)
    const tone = !match || !html.trim() ? '' : match.elements.length > 0 ? 'good' : 'bad'
    return (
      <TextField
        key={name}
        name={name}
        label={
          <>
            {words} <code>{name.replace(/^\w+\./, '')}</code>
          </>
        }
        isCode
        list={list}
        value={selectors[name] ?? ''}
        isInvalid={match?.isBroken ?? false}
        onChange={(text) => dispatch({ do: 'choose', changes: { selectors: { ...selectors, [name]: text } } })}
        hint={toMatchText(match, html.trim() !== '')}
        tone={match?.isBroken ? 'bad' : tone}
      />
    )
  }
  return (
    <div class="card" id="selectors-panel">
      <h3>Selectors</h3>
      <p class="hint">
        Click a product in the preview: its row is found, and what is in it guessed. Or write CSS selectors; the first
        match counts. <code>.total@data-amount</code> reads an attribute, <code>@data-sku</code> one of the row itself,
        and <code>{'.number /Order (\\S+)/'}</code> a part of the text.
      </p>
      <h3 class="group">The order</h3>
      <div class="grid selectors">{prefixed('cart.', ORDER_FIELDS).map(toField('cart-suggestions'))}</div>
      <h3 class="group">
        The items: <code>each</code> names all rows, the others an element within a row
      </h3>
      <div class="grid selectors">
        {toField('row-suggestions')(['each', 'Rows'])}
        {prefixed('item.', ITEM_FIELDS).map(toField('item-suggestions'))}
      </div>
      <Suggestions id="cart-suggestions" all={suggested.cart} />
      <Suggestions id="row-suggestions" all={suggested.rows} />
      <Suggestions id="item-suggestions" all={suggested.item} />
    </div>
  )
}

const prefixed = (group: string, names: Record<string, string>) =>
  Object.entries(names).map(([name, words]): [string, string] => [group + name, words])

function toSuggestions({ body }: Document, each: string): Record<'cart' | 'rows' | 'item', Suggestion[]> {
  const row = findRow(body, each)
  return {
    cart: readSuggestions(body),
    rows: readRowSuggestions(body),
    item: row ? [...readSuggestions(row), ...readAttributeSuggestions(row)] : [],
  }
}

/** Undefined also where the selector is none yet. */
function findRow(body: Element, each: string): Element | undefined {
  try {
    return (each && body.querySelector(each)) || undefined
  } catch {
    return undefined
  }
}

const Suggestions = ({ id, all }: { id: string; all: Suggestion[] }) => (
  <datalist id={id}>
    {all.map(({ selector, text }) => (
      <option key={selector} value={selector}>
        {text}
      </option>
    ))}
  </datalist>
)
