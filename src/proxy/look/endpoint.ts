/** Whether a proxy listens at the endpoint, takes events from the page's origin, and is the one of these settings. */
import { CHECK_TYPE } from '../accept/type.js'
import { toFetchCause } from '../network-cause.js'
import { readBytes, TIMEOUT_MS } from './fetch-page.js'
import { type Finding, ok, problem, warning } from './finding.js'

const MAX_ANSWER_BYTES = 4096

interface Answer {
  status: number
  headers: Headers
  /** The proxy's own word; undefined of a stranger's answer. */
  code: string | undefined
}

/** @param admin where health and metrics of the proxy of these settings are; undefined: nobody knows */
export async function* lookAtEndpoint(endpoint: URL, page: URL, admin: string | undefined): AsyncGenerator<Finding> {
  const before = await countRefused(admin)
  const answer = await ask(endpoint, page).catch((error: unknown) => toFetchCause(error, TIMEOUT_MS))
  if (typeof answer === 'string') return yield problem(`The endpoint ${endpoint.href} cannot be reached: ${answer}.`)
  const finding = judge(answer, endpoint, page)
  yield finding
  if (answer.code === undefined) return
  const allowed = answer.headers.get('access-control-allow-origin')
  if (endpoint.origin !== page.origin && allowed !== '*' && allowed !== page.origin) {
    yield problem(
      `Pages cannot read the answers of ${endpoint.origin}: something on the way removes the header Access-Control-Allow-Origin.`,
    )
  }
  if (admin === undefined || finding.as !== 'ok') return
  const after = await countRefused(admin)
  if (before === undefined || after === undefined) {
    yield warning(`Whether this is the proxy of these settings is not known: nothing answers at ${admin}/metrics.`)
  } else if (after > before) yield ok('It is the proxy of these settings.')
  else yield warning('It is not the proxy of these settings, or it is one of several that share a database.')
}

async function ask(endpoint: URL, page: URL): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { origin: page.origin, 'content-type': CHECK_TYPE },
    body: '{}',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { bytes } = await readBytes(response, MAX_ANSWER_BYTES)
  return { status: response.status, headers: response.headers, code: toCode(bytes.toString()) }
}

function toCode(text: string): string | undefined {
  try {
    const { ok, code } = Object(JSON.parse(text))
    return ok === false && typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined
  } catch {
    return undefined
  }
}

const LATER = ['rate', 'queue_full', 'unavailable', 'timeout']

function judge({ status, code, headers }: Answer, { href: at, pathname }: URL, page: URL): Finding {
  if (code === 'type') return ok(`A proxy listens at ${at} and takes events from ${page.origin}.`)
  if (code !== undefined && LATER.includes(code)) {
    return warning(`The proxy at ${at} takes no events at the moment (${status}, ${code}). Browsers keep theirs.`)
  }
  if (code !== undefined) return problem(toRefusal(code, status))
  return problem(toStranger())

  function toRefusal(code: string, status: number) {
    if (code === 'origin')
      return `The proxy at ${at} refuses ${page.origin}: add it to RINGUP_ORIGINS, and restart the proxy.`
    if (code === 'not_found')
      return `The proxy is there, but not at ${pathname}: compare data-endpoint with RINGUP_PATH.`
    return `The proxy at ${at} answers ${code} (${status}).`
  }

  function toStranger() {
    if (status >= 300 && status < 400)
      return `The endpoint ${at} redirects to ${headers.get('location') ?? 'elsewhere'}, which is not followed. Name the final address.`
    if ([401, 403].includes(status))
      return `Something before the proxy refuses POST at ${at} (${status}): a firewall, a CDN or a password.`
    if ([502, 503, 504].includes(status))
      return `The web server at ${at} cannot reach the proxy (${status}): check that it runs, and where it listens.`
    return `At ${at} something other than the proxy answers (${status}): let the web server pass this path to it.`
  }
}

/** How many requests the proxy of these settings has refused for their type; undefined when it cannot be asked. */
async function countRefused(admin: string | undefined): Promise<number | undefined> {
  if (admin === undefined) return undefined
  try {
    const response = await fetch(`${admin}/metrics`, { signal: AbortSignal.timeout(2_000) })
    const text = await response.text()
    if (!response.ok) return undefined
    return Number(/^ringup_requests_refused_total\{code="type"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  } catch {
    return undefined
  }
}
