/** The page on which a visitor of the demo chooses the format of the thank-you page. */
import { html } from 'hono/html'
import type { Order } from '../orders.js'
import { type PageSource, sources, toHead } from '../sources/index.js'
import { type Html, layout, type Seen, toTag } from './layout.js'
import { thankYouMain } from './thank-you.js'

/** @param sample an order for the example code */
export const choicesPage = (seen: Seen, sample: Order): Html =>
  layout(seen, {
    title: 'Format of the thank-you page',
    main: html`
<h1>Format of the thank-you page</h1>
<p class="lead">Shops write an order into the page in different formats. Choose one, buy something, and look at the result in the
<a href="/inspector" target="_top">inspector</a>.</p>
<form method="post" action="/choices" class="choices">
  <fieldset>
    <legend>Format</legend>
    ${sources.map((source) => toChoice(source, source === seen.source))}
  </fieldset>
  <button>Use this format</button>
</form>
<section aria-labelledby="code">
  <h2 id="code">The thank-you page now: ${seen.source.name}</h2>
  <p>Ringup’s tag:</p>
  <pre class="whole"><code>${String(toTag(seen.source))}</code></pre>
  <p>Order data:</p>
  <pre tabindex="0" aria-labelledby="code"><code>${toCode(seen.source, sample)}</code></pre>
</section>`,
  })

const toChoice = ({ id, name, about }: PageSource, checked: boolean) => html`
<label class="choice"><input type="radio" name="source" value="${id}"${checked ? html` checked` : ''}>
<span><strong>${name}</strong><span class="soft">${about}</span></span></label>`

/** Writes the page's own code: its head, and its elements if they contain the order. */
async function toCode(source: PageSource, order: Order): Promise<string> {
  const parts = [toHead(source, order), ...(source.inElements ? [thankYouMain(source, order)] : [])]
  const texts = await Promise.all(parts.map(String))
  return texts
    .map((text) => text.replace(/<svg.*?<\/svg>\s*/gs, '').trim())
    .filter((text) => text !== '')
    .join('\n')
}
