/**
 * Opens a page of the shop in the Chromium of this machine, as somebody does who verifies it on the set-up page: what scripts add
 * to the page is seen too. A page of this command opens it, and its debug panel tells that page how far an order would come.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { toVerifyAddress, type VerifyReport } from '../../../../contract/verify.js'
import { type Finding, ok, problem, warning } from '../../../look/finding.js'
import { judgeFound, judgeIgnored, judgeTested } from '../../../look/verified.js'
import { QUIETLY } from './chromium.js'

const SILENT =
  'In Chromium the page does not answer. It has no tag, its tag lacks data-debug="ask", the script is blocked, or the page cuts off whoever opened it (Cross-Origin-Opener-Policy).'

interface How {
  /** The executable. */
  chromium: string
  /** More flags for Chromium, beside those that keep it quiet. */
  flags?: string[]
  /** A page that has told nothing after so long tells nothing. */
  patienceMs?: number
}

export async function* lookInBrowser(address: string, how: How): AsyncGenerator<Finding> {
  const { report, ended } = await askPage(address, how)
  if (report) yield* toFindings(report)
  else yield problem(ended === undefined ? SILENT : `${how.chromium} did not open the page: ${ended}.`)
}

async function askPage(address: string, { chromium, flags = [], patienceMs = 60_000 }: How) {
  const asker = await startAsker(address, () => browser.kill())
  const profile = await mkdtemp(join(tmpdir(), 'ringup-check-'))
  const own = ['--headless', `--user-data-dir=${profile}`, '--disable-popup-blocking']
  const browser = spawn(chromium, [...own, ...QUIETLY, ...flags, asker.url], { stdio: 'ignore' })
  setTimeout(() => browser.kill(), patienceMs).unref()
  const ended = await once(browser, 'exit').then(
    ([code]) => (browser.killed ? undefined : `it ended by itself (${code})`),
    ({ message }: Error) => message, // it could not be started
  )
  asker.stop()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  return { report: asker.latest(), ended }
}

/**
 * Serves the page that opens the shop's, to whoever knows its path; and takes what that page is told.
 *
 * @param onTested called when it is told what came of the test order
 */
async function startAsker(address: string, onTested: () => void) {
  const token = randomUUID()
  let latest: VerifyReport | undefined
  const app = new Hono()
  app.get(`/${token}`, (context) => context.html(toPage(toVerifyAddress(address, token), token)))
  app.post(`/${token}`, async (context) => {
    const report = await context.req.json<VerifyReport>() // the page above sends it
    if (!latest?.tested || report.tested) latest = report // requests may overtake each other
    if (report.tested) onTested()
    return context.body(null, 204)
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { url: `http://127.0.0.1:${port}/${token}`, latest: () => latest, stop: () => server.close() }
}

/** Hears only the page that it has opened, and is told no order of the shop. */
const toPage = (address: string, token: string) => html`<!doctype html>
<title>Ringup opens a page</title>
<script>
  const token = ${toScript(token)}
  const opened = open(${toScript(address)})
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== opened || data?.ringup !== 'verify' || data.token !== token) return
    if (!data.report) return opened.postMessage({ ringup: 'verify', token }, origin)
    fetch(location.href, { method: 'POST', body: JSON.stringify(data.report) })
  })
</script>`

const toScript = (text: string) => raw(JSON.stringify(text).replaceAll('<', '\\u003c'))

const AS = { good: ok, wait: warning, idle: warning, bad: problem }

function* toFindings(report: VerifyReport): Generator<Finding> {
  const { diagnosis, tested, problems } = report
  yield AS[diagnosis.tone](`In Chromium: ${[diagnosis.sentence, diagnosis.todo].filter(Boolean).join(' ')}`)
  yield judgeFound(report)
  yield* problems.map(warning)
  for (const finding of [judgeIgnored(report), judgeTested(report)]) if (finding) yield finding
  if (tested?.id) yield ok(`Event ${tested.id}: ringup find says how far it has come.`)
}
