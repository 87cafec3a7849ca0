/** The first page: the share that reached the API, the conditions that hold, the last events, and the refused requests. */
import { html } from 'hono/html'
import type { Entry } from '../../queue/index.js'
import type { Health } from '../health.js'
import { toCount } from '../words.js'
import { toGroup, toGroups, toRows, toStates } from './events.js'
import { type Html, toButton, type View } from './html.js'
import type { PageParts } from './parts.js'

interface Overview extends Pick<PageParts, 'version' | 'snippet' | 'path' | 'sendTestOrder' | 'requests'> {
  health: Health
  latest: Entry[]
}

export const toOverview = (overview: Overview, view: View): Html => html`
${toState(overview, view)}
${toLatest(overview, view)}
${toRefused(overview)}
<footer class="hint"><p>Ringup ${overview.version}${overview.snippet ? html`, which serves <code>${overview.snippet.file}</code>` : ''}.</p></footer>`

const TONES: Record<Health['state'], string> = { ok: 'good', new: 'none', degraded: 'warn', down: 'bad' }

function toState({ health, path, sendTestOrder }: Overview, { isSignedIn, hasSetup }: View) {
  const { state, isWell, summary, conditions } = health
  const waiting = toGroups(health).filter((group) => group.state === 'waiting')
  return html`
<section class="card" id="state" data-live data-tone="${TONES[state]}">
  <h1>${summary}</h1>
  ${isWell ? html`<p><span class="badge" data-tone="good">All is well.</span></p>` : ''}
  ${conditions.length > 0 ? html`<ul class="conditions">${conditions.map(toCondition)}</ul>` : ''}
  ${waiting.length > 0 ? html`<ul class="reasons">${waiting.map((group) => toGroup(group))}</ul>` : ''}
  ${state === 'new' ? toFirstSteps(path, hasSetup) : ''}
  ${sendTestOrder && isSignedIn ? toButton('/test-order', 'Send a test order') : ''}
</section>`
}

const toCondition = ({ severity, sentence, todo }: Health['conditions'][number]) =>
  html`<li data-tone="${severity === 'page' ? 'bad' : 'warn'}"><strong>${sentence}</strong> <span class="soft">${todo}</span></li>`

const toFirstSteps = (path: string, hasSetup: boolean) =>
  hasSetup
    ? html`<p><a href="/setup">Set-up</a> has the line for every page of the shop. Then it opens your shop, and saves the settings that read an order.</p>`
    : html`<p>The line for every page of the shop:</p>
<pre tabindex="0">${`<script async src="${path}/ringup.js" data-debug="ask"></script>`}</pre>
<p>It alone reports no order. Settings say where an order is: RINGUP_TAG.</p>`

function toLatest({ health, latest }: Overview, view: View) {
  if (latest.length === 0) return ''
  return html`
<section class="card" id="events" data-live aria-labelledby="events-title"><h2 id="events-title">Last events</h2>
${toStates(health)}${toRows(latest, view)}</section>`
}

/** Requests of 24 hours without an event: refused ones, and webhooks that brought no order. */
function toRefused({ health, requests }: Overview) {
  const { refused, webhooks } = health.requests
  const { origins, lists } = requests.read()
  const names: Record<string, string[]> = {
    origin: origins.map(([origin, count]) => `${origin} (${toCount(count, 'time')})`),
    unknown_list: lists,
  }
  const rows = [
    ...refused.map(({ code, count, sentence }) => ({
      sentence: `${toCount(count, 'request')}. ${sentence} ${(names[code] ?? []).join(', ')}`,
      code,
    })),
    ...webhooks.map(({ reason, count }) => ({
      sentence: `${toCount(count, 'webhook')} brought no order.`,
      code: reason,
    })),
  ]
  if (rows.length === 0) return ''
  return html`
<section class="card" id="refused" data-live aria-labelledby="refused-title"><h2 id="refused-title">Refused <span class="soft">in 24 hours</span></h2>
<ul class="reasons">${rows.map(({ sentence, code }) => html`<li><span>${sentence} <code>${code}</code></span></li>`)}</ul></section>`
}
