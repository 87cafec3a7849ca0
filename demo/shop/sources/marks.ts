/** What the thank-you page's elements carry for Ringup to find, besides the classes they have anyway. */
import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

export interface Marks {
  /** Attributes of an element that shows this field, in text or in `value`. */
  field(name: string, value?: string): Html
  /** Attributes of the element round one item. */
  item: Html
}

const NOTHING = html``

export const NO_MARKS: Marks = { field: () => NOTHING, item: NOTHING }

export const ATTRIBUTES: Marks = {
  field: (name, value) => html` data-ringup="${name}"${value === undefined ? '' : html` data-ringup-value="${value}"`}`,
  item: html`${raw(' data-ringup-item')}`,
}
