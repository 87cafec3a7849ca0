/** The shop's web server: a page with the script, and the way to the proxy. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Listening, listen } from '../../src/proxy/run/listen.js'

export interface Site extends Listening {
  connect(toProxyUrl: () => string): void
  /** The proxy takes what pages send, and its answers do not come back. */
  loseAnswers(isLost: boolean): void
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Thank you</title>
<link rel="icon" href="data:,">
<script src="/ringup/ringup.js"></script>`

export async function startSite(): Promise<Site> {
  const script = readFileSync(join('dist', 'ringup.js'), 'utf8') // a browser has it in its cache when the proxy is away
  let toProxyUrl = () => ''
  let isLost = false

  async function pass(request: Request): Promise<Response> {
    const origin = request.headers.get('origin') ?? ''
    const type = request.headers.get('content-type') ?? ''
    const answer = await fetch(`${toProxyUrl()}/ringup`, {
      method: 'POST',
      headers: { origin, 'content-type': type, 'accept-encoding': 'identity' }, // what goes on is the text
      body: await request.text(),
    })
    const body = await answer.text()
    if (isLost) return new Response('Gateway timeout', { status: 504 })
    return new Response(body, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }

  const answer = async (request: Request) => {
    if (request.method === 'POST') return pass(request).catch(() => new Response('Bad gateway', { status: 502 }))
    const isScript = new URL(request.url).pathname.endsWith('.js')
    const type = isScript ? 'text/javascript' : 'text/html'
    return new Response(isScript ? script : PAGE, { headers: { 'content-type': `${type};charset=utf-8` } })
  }
  return {
    ...(await listen(answer, { host: '127.0.0.1', port: 0 })),
    connect: (url) => {
      toProxyUrl = url
    },
    loseAnswers: (are) => {
      isLost = are
    },
  }
}
