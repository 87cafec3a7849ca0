/** The form in which the demo's visitor chooses how the thank-you page speaks and where the shop sells. */
import { html } from 'hono/html'
import { type Market, markets } from '../markets.js'
import type { Order } from '../orders.js'
import { type PageSource, toHead } from '../sources/index.js'
import { type Html, layout, type Seen, toTag } from './layout.js'
import { thankYouMain } from './thank-you.js'

/** @param sample an order to show the code of */
export const choicesPage = (seen: Seen, sources: PageSource[], sample: Order): Html =>
  layout(seen, {
    title: 'How this shop reports',
    current: '/choices',
    inEnglish: true,
    main: html`
<h1>How this shop reports</h1>
<p class="lead">Shops say in different ways what was bought. Choose one, buy something, and see in the
<a href="/inspector" target="_top">inspector</a> what Ringup makes of it.</p>
<form method="post" action="/choices" class="choices">
  <fieldset>
    <legend>The thank-you page speaks</legend>
    ${sources.map((source) => toChoice('source', source, source === seen.source))}
  </fieldset>
  <fieldset>
    <legend>The shop sells in</legend>
    <div class="markets">${markets.map((market) => toChoice('market', market, market.id === seen.market.id))}</div>
  </fieldset>
  <button>Use these</button>
</form>
<section aria-labelledby="code">
  <h2 id="code">What the thank-you page has now: ${seen.source.name}</h2>
  ${toSetUp(seen.source)}
  <pre tabindex="0" aria-labelledby="code"><code>${toCode(seen.source, sample)}</code></pre>
</section>`,
  })

const toChoice = (group: string, { id, name, about }: PageSource | Market, checked: boolean) => html`
<label class="choice"><input type="radio" name="${group}" value="${id}"${checked ? html` checked` : ''}>
<span><strong>${name}</strong><span class="soft">${about}</span></span></label>`

/** What brings Ringup to the page. */
const toSetUp = (source: PageSource) => html`
<p>${source.withoutTag ? 'No script tag of Ringup’s. On every page of the shop instead:' : 'Ringup’s tag:'}</p>
<pre class="whole"><code>${String(source.everywhere ?? toTag(source))}</code></pre>
<p>How it says the order:</p>`

/** The page's own source, as it is sent: what stands in its head, and the elements that are read where there are any. */
async function toCode(source: PageSource, order: Order): Promise<string> {
  const parts = [toHead(source, order), ...(source.marks || source.needs ? [thankYouMain(source, order)] : [])]
  const texts = await Promise.all(parts.map(String))
  return texts
    .map((text) => text.replace(/<svg.*?<\/svg>\s*/gs, '').trim())
    .filter((text) => text !== '')
    .join('\n')
}
