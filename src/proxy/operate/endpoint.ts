/** Whether a proxy listens at the endpoint, and takes events from the page's origin. */
import { type Finding, ok, problem, warning } from '../../contract/finding.js'
import { CHECK_TYPE } from '../accept/type.js'
import { toFetchCause } from '../network-cause.js'
import type { Settings } from '../settings.js'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4096

interface Answer {
  status: number
  headers: Headers
  /** The proxy's own word; undefined of a stranger's answer. */
  code: string | undefined
}

/**
 * Looks whether pages of the shop reach a proxy. Only addresses of the shop are asked, so a request cannot make the proxy fetch others.
 *
 * @param address of a page
 * @param endpoint as the page's tag has it; by default the proxy's path on the page's origin
 */
export async function lookAtWay(address: string, endpoint: string | undefined, settings: Shop): Promise<Finding[]> {
  const page = toUrl(address)
  if (!page || !settings.origins.includes(page.origin))
    return [problem(`The proxy refuses ${page?.origin ?? 'null'}: add it to RINGUP_ORIGINS, and restart the proxy.`)]
  const asked = toUrl(endpoint ?? String(settings.tag?.endpoint ?? settings.path), page)
  const findings: Finding[] = []
  if (asked && settings.origins.includes(asked.origin))
    for await (const finding of lookAtEndpoint(asked, page)) findings.push(finding)
  return findings
}

type Shop = Pick<Settings, 'origins' | 'path' | 'tag'>

const toUrl = (address: string, base?: URL) => (URL.canParse(address, base) ? new URL(address, base) : undefined)

async function* lookAtEndpoint(endpoint: URL, page: URL): AsyncGenerator<Finding> {
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
}

async function ask(endpoint: URL, page: URL): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { origin: page.origin, 'content-type': CHECK_TYPE },
    body: '{}',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, headers: response.headers, code: toCode(await readStart(response)) }
}

/** A stranger's answer may be endless. */
async function readStart({ body }: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_ANSWER_BYTES) break // the rest is not read
  }
  return text
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
