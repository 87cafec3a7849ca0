/** Opens a page of the shop in a browser, and prints the examiner's report. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { judgeFound, judgeIgnored, judgeTested } from '../../../../contract/verified.js'
import { findChromium } from './chromium.js'
import { type How, type Opened, openPage } from './open-page.js'

/** Advice if no browser can be started. */
const PANEL =
  'Or look with the panel: with data-debug="ask" on the tag, open the page with ?ringup-debug behind its address.'

/** The examiner, which the build puts beside this module. */
const EXAMINER = new URL('./check.js', import.meta.url)

/** @returns the event of the test order that the page has sent, if the proxy has taken it */
export async function* lookAtPage(address: string): AsyncGenerator<Finding, string | undefined> {
  if (!/^https?:/.test(address) || !URL.canParse(address)) {
    yield problem(`${address} is not the address of a page: write it with https://.`)
    return undefined
  }
  const chromium = findChromium()
  const obstacle = findObstacle(chromium)
  if (chromium !== undefined && obstacle === undefined)
    return yield* lookInBrowser(address, { chromium, examiner: await readFile(EXAMINER, 'utf8') })
  yield problem(`The page was not opened. ${obstacle} ${PANEL}`)
  return undefined
}

/** Any person may have written the page, so it is not opened without a sandbox. */
function findObstacle(chromium: string | undefined): string | undefined {
  if (chromium === undefined) return 'This machine has no Chromium. Install one, or let CHROMIUM_PATH name it.'
  if (!existsSync(chromium)) return `CHROMIUM_PATH names ${chromium}, which does not exist.`
  return process.getuid?.() === 0 ? 'Chromium has no sandbox as root. Run this command as another user.' : undefined
}

/** @returns the event of the test order, if the proxy has taken it */
export async function* lookInBrowser(address: string, how: How): AsyncGenerator<Finding, string | undefined> {
  const opened = await openPage(address, how).catch(({ message }: Error) => message)
  if (typeof opened === 'string') {
    yield problem(`${how.chromium} did not open the page: ${opened}.`)
    return undefined
  }
  const { page, report } = opened
  yield* toPageFindings(page, address)
  if (page && page.status >= 400) return undefined
  if (!report) {
    yield problem('The page does not answer. One of its scripts keeps it busy, or it allows no script.')
    return undefined
  }
  yield* toFindings(report)
  return report.tested?.id
}

function* toPageFindings(page: Opened['page'], address: string): Generator<Finding> {
  if (!page) return
  const { url, status, type } = page
  if (toPlace(url) !== toPlace(address)) yield ok(`The page redirects to ${toPlace(url)}.`)
  if (status >= 400) yield problem(`The page answers ${status}. Can a visitor open it without logging in?`)
  else if (!/html/.test(type)) yield problem(`The page is not HTML: its content type is ${type}.`)
}

/** Without the query, which may name a person. */
const toPlace = (address: string) => {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

const AS = { good: ok, wait: warning, idle: warning, bad: problem }

function* toFindings(report: NonNullable<Opened['report']>): Generator<Finding> {
  const { diagnosis, problems, notes, tested } = report
  // The browser keeps the event, but a connection that fails is a problem of the shop.
  const isStopped = tested?.sentence[1] !== undefined
  yield (isStopped ? problem : AS[diagnosis.tone])([diagnosis.sentence, diagnosis.todo].filter(Boolean).join(' '))
  yield judgeFound(report)
  yield* [...problems, ...notes].map(warning)
  for (const finding of [judgeIgnored(report), judgeTested(report)]) if (finding) yield finding
}
