/** Settings of the tag that some pages need. */
import type { Choices, Source } from '../choices/choices.js'
import type { Dispatch } from '../state.js'
import { SelectField, TextField } from './fields.js'

interface Props {
  choices: Choices
  source: '' | Source
  dispatch: Dispatch
  /** Whether a recipe says where the order is. */
  hasRecipe: boolean
}

export function ReadingSettings({ choices, source, dispatch, hasRecipe }: Props) {
  const set = (name: keyof Choices) => (value: string) => dispatch({ do: 'choose', changes: { [name]: value } })
  return (
    <details id="reading-details">
      <summary>More settings of the tag: when something is read wrongly</summary>
      <div class="grid fields">
        <TextField
          name="email"
          label="E-mail address"
          value={choices.email}
          onChange={set('email')}
          isCode
          hint={
            <>
              A path in the data layer, <code>customer.email</code>, or a CSS selector. Empty: looked up where pages
              usually have it
            </>
          }
        />
        <SelectField
          name="value"
          label="Value of the cart"
          value={choices.value}
          onChange={set('value')}
          options={[
            ['', 'What the page says'],
            ['items', 'Sum of the items'],
          ]}
          hint="Price × quantity of each, without shipping or what was taken off the whole order"
        />
        <SelectField
          name="decimal"
          label="Decimal sign in texts"
          value={choices.decimal}
          onChange={set('decimal')}
          options={[
            ['', 'Whichever the amount shows'],
            ['.', 'Dot: 1,299.00'],
            [',', 'Comma: 1.299,00'],
          ]}
          hint="A lone sign before three digits groups them: 1.299 is 1299. For a currency with three decimals say which sign is theirs"
        />
        {source === 'data-layer' && !hasRecipe && (
          <>
            <TextField
              name="dataLayer"
              label="Name of the data layer"
              value={choices.dataLayer}
              onChange={set('dataLayer')}
              isCode
              hint="Name of the global variable"
            />
            <TextField
              name="event"
              label="Event that reports the order"
              value={choices.event}
              onChange={set('event')}
              isCode
              hint="Once per order number, however often it comes. load: as soon as the page has loaded"
            />
          </>
        )}
      </div>
    </details>
  )
}
