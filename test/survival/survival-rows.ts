/** Makes the README's row of each fault, with the kept figures of `npm run test:browsers -- --keep`. */
import { readFileSync } from 'node:fs'
import { crashedUnanswered, crashedUnsent, killed } from './cases/ended.js'
import { answerLost, busy, offline, proxyAway, scriptAway } from './cases/network.js'
import { backForwardCache, left, nextPage, reloaded, threeTabs } from './cases/page-life.js'
import { consentDenied, storageRefused } from './cases/refused.js'
import { leftImporting, oldCore, restAway, restBlocked, restMissing } from './cases/rest.js'
import type { Figures } from './play.js'
import type { Case } from './round.js'

/** The figures by engine. */
export type KeptFigures = Record<string, { version: string; cases: Record<string, Figures> }>

/** The fault, the order's outcome, and the cases that test it. Rows without cases are tested without a browser. */
const FAULTS: [string, string, Case[]][] = [
  [
    'The shopper leaves the page immediately',
    'The request outlives the page; the stored copy is sent again by the next page',
    [left],
  ],
  ['The shopper opens the next page immediately', 'One order. The proxy recognises those sent twice', [nextPage]],
  [
    'The shopper is offline, the proxy is down or busy, or its answer is lost',
    'The browser keeps it, 24 h, and retries; so does the next page',
    [offline, busy, proxyAway, answerLost],
  ],
  [
    'The script does not load: no browser has it cached, and the proxy is down',
    'With [one more line](src/snippet/README.md) on the page, as here, the next page reports it. Without it, the order is lost',
    [scriptAway],
  ],
  [
    'The second file does not load: 404, proxy down, a policy blocks it, or the page is left before',
    'The core sends what it can read; the next page sends a stored order',
    [restMissing, restAway, restBlocked, leftImporting],
  ],
  ['The shop still has an old core, and the proxy is new', 'The proxy serves the old rest for a year', [oldCore]],
  [
    'The page crashes, or the browser is killed once it has stored the order',
    'The next page sends the copy',
    [crashedUnsent, crashedUnanswered, killed],
  ],
  [
    'The page comes back or is loaded again, three tabs send at the same time, or the order is reported in two ways',
    'One order',
    [backForwardCache, reloaded, threeTabs],
  ],
  ['The browser refuses storage', 'The open page keeps it, and retries', [storageRefused]],
  ['The shopper denies consent', 'Nothing is stored or sent', [consentDenied]],
  ['The proxy is killed, or the power goes', 'Every acknowledged order is on disk and is sent at the next start', []],
  [
    'The API is away, slow or busy',
    'The proxy keeps it, and retries for 72 h. Then it is set aside, and an operator can send it',
    [],
  ],
  ['The API key is wrong', 'Everything waits; health says so', []],
]

export const FILE = 'test/survival/figures.json'

export const readKept = (): KeptFigures => JSON.parse(readFileSync(FILE, 'utf8'))

export function toSurvivalRows(kept = readKept()): string[][] {
  const engines = Object.entries(kept).sort(([one], [other]) => one.localeCompare(other))
  const versions = engines.map(([name, { version }]) => `${name} ${/^\d{2,}|^\d\.\d+/.exec(version)?.[0]}`)
  const rows = FAULTS.map(([happens, becomes, cases]) => [
    happens,
    becomes,
    ...engines.map(([, { cases: figures }]) => toCell(cases, figures)),
  ])
  return [['what happens', 'what becomes of the order', ...versions], ...rows]
}

/** Orders / lost / doubled, over the cases that this engine has played. */
function toCell(cases: Case[], figures: Record<string, Figures>): string {
  if (cases.length === 0) return ''
  const sum = (field: keyof Figures) => cases.reduce((sum, { name }) => sum + (figures[name]?.[field] ?? 0), 0)
  const isRepeating = cases.some(({ mostRepeated }) => mostRepeated !== undefined)
  const isRefused = cases.some(({ isRefused }) => isRefused)
  return isRefused
    ? `${sum('orders')}, ${sum('doubled')} sent`
    : `${sum('orders')} / ${sum('lost')} / ${sum('doubled')}${isRepeating ? `, ${sum('repeated')} sent twice` : ''}`
}
