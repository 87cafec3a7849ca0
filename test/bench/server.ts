/** Serves one origin: a page for each subject, the scripts from memory, and an answer to every event. */
import { type Listening, listen } from '../../src/proxy/run/listen.js'
import type { Subject } from './subjects.js'

export interface BenchServer extends Listening {
  urlOf(subject: Subject): string
  /** The last received body. */
  received(): string
}

export async function startServer(scripts: Map<string, string>, subjects: Subject[]): Promise<BenchServer> {
  let received = ''
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST') {
      received = await request.text()
      return Response.json({ ok: true, id: readId(received) }, { status: 202 })
    }
    const script = scripts.get(pathname)
    if (script !== undefined) return reply(script, 'text/javascript', 'max-age=3600')
    const subject = subjects[Number(pathname.slice(1))]
    return subject ? reply(toPage(subject), 'text/html') : new Response(null, { status: 404 })
  }
  const listening = await listen(answer, { host: '127.0.0.1', port: 0 })
  return {
    ...listening,
    urlOf: (subject) => `${listening.url}/${subjects.indexOf(subject)}`,
    received: () => received,
  }
}

function reply(text: string, type: string, cache = 'no-store'): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type};charset=utf-8`,
      'cache-control': cache,
      // An isolated page has a clock of 5 µs instead of 100 µs (High Resolution Time, "coarsen time").
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  })
}

const toPage = ({ script, attributes = '' }: Subject) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Thank you</title>
<link rel="icon" href="data:,">
<script>dataLayer = [{ event: 'gtm.js' }, { event: 'page_view', page_type: 'thank-you' }]</script>
${script ? `<script async src="${script}" ${attributes}></script>` : ''}
</head>
<body><p>Thank you for your order.</p></body>
</html>`

function readId(body: string): unknown {
  try {
    return Object(JSON.parse(body)).id
  } catch {
    return undefined // a request that is not the snippet's
  }
}
