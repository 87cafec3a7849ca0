/** Serves the delivery bench from one origin: a page for each subject, its script, and a collector that counts orders by number. */
import { type Listening, listen } from '../../src/proxy/run/listen.js'

/** Makes the expression that reports an order in the page, from the order's number. */
export interface Reporter {
  name: string
  script?: string
  report: string
}

export interface Collector extends Listening {
  pageOf(reporter: Reporter): string
  /** The page that reports this order by itself, and then tells the collector. */
  reportingPageOf(reporter: Reporter, number: string): string
  /** Sets the answer to all later requests with this order; undefined: the usual answer. */
  answer(number: string, status: 502 | 503 | undefined): void
  /** Sets the answer to the first request with this order only. */
  answerOnce(number: string, status: 503): void
  /** Counts how often this order was accepted. */
  countAccepted(number: string): number
  hasReported(number: string): boolean
}

export const ELSEWHERE = '/elsewhere'
/** The time for which a shopper reads the page first. */
const SETTLED_MS = 1_000
const NUMBER = /N-[\w-]+-\d+/g

export async function startCollector(scripts: Map<string, string>, reporters: Reporter[]): Promise<Collector> {
  const accepted: string[] = []
  const reported = new Set<string>()
  const refusals = new Map<string, { status: number; isOnce: boolean }>()

  function collect(body: string): Response {
    const numbers = [...new Set(body.match(NUMBER))]
    const refused = numbers.find((number) => refusals.has(number))
    const refusal = refusals.get(refused ?? '')
    if (refused && refusal?.isOnce) refusals.delete(refused)
    if (refusal) return new Response(null, { status: refusal.status })
    accepted.push(...numbers)
    return Response.json({ ok: true, id: /"id":"([\w-]{36})"/.exec(body)?.[1] }, { status: 202 })
  }

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const number = searchParams.get('number') ?? ''
    if (pathname === '/reported') reported.add(number)
    else if (request.method === 'POST') return collect(await request.text())
    const script = scripts.get(pathname)
    if (script !== undefined) return reply(script, 'text/javascript')
    const reporter = reporters[Number(pathname.slice(1))]
    return reply(reporter ? toPage(reporter, number) : '<!doctype html><title>Elsewhere</title>', 'text/html')
  }

  const listening = await listen(answer, { host: '127.0.0.1', port: 0 })
  const pageOf = (reporter: Reporter) => `/${reporters.indexOf(reporter)}`
  return {
    ...listening,
    pageOf,
    reportingPageOf: (reporter, number) => `${pageOf(reporter)}?number=${number}`,
    answer(number, status) {
      if (status) refusals.set(number, { status, isOnce: false })
      else refusals.delete(number)
    },
    answerOnce: (number, status) => refusals.set(number, { status, isOnce: true }),
    countAccepted: (number) => accepted.filter((each) => each === number).length,
    hasReported: (number) => reported.has(number),
  }
}

const reply = (text: string, type: string) =>
  new Response(text, { headers: { 'content-type': `${type};charset=utf-8`, 'cache-control': 'private, no-cache' } })

const toPage = ({ script, report }: Reporter, number: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Thank you</title>
<link rel="icon" href="data:,">
${script ? `<script src="${script}"></script>` : ''}
<script>
report = (number) => void (${report})
${
  number &&
  `const tell = () => { report('${number}'); fetch('/reported?number=${number}') }
addEventListener('load', () => requestIdleCallback(() => setTimeout(tell, ${SETTLED_MS})))`
}
</script>`
