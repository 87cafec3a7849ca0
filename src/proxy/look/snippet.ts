/** Whether a browser would load the script that the page names, and whether it is the one of this build. */
import { createHash } from 'node:crypto'
import { toFetchCause } from '../network-cause.js'
import { readBytes, TIMEOUT_MS } from './fetch-page.js'
import { type Finding, ok, problem, warning } from './finding.js'
import type { Tag } from './read-tag.js'

const MAX_BYTES = 1024 * 1024

/** The script of this build: its name with a hash, the `integrity` of that file, and of the file with the plain name. */
export interface Build {
  file: string
  integrity: string
  plainIntegrity?: string
}

export async function* lookAtScript({ url, script }: Tag, page: URL, build?: Build): AsyncGenerator<Finding> {
  const integrity = script.attributes.get('integrity')?.trim()
  if (page.protocol === 'https:' && url.protocol === 'http:') {
    yield problem(`The page is https and the script is not: browsers refuse ${url.href}.`)
  }
  if (integrity && url.origin !== page.origin && !script.attributes.has('crossorigin')) {
    yield problem('The tag has integrity and is from another origin, so it needs crossorigin too: browsers refuse it.')
  }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { bytes } = await readBytes(response, MAX_BYTES)
    const wrong = findWrong(url, response, build)
    yield wrong ? problem(wrong) : judge(bytes, integrity, build)
  } catch (error) {
    yield problem(`The script ${url.href} cannot be fetched: ${toFetchCause(error, TIMEOUT_MS)}.`)
  }
}

function findWrong(url: URL, { status, headers }: Response, build?: Build): string | undefined {
  if (status !== 200) {
    const isOld = build && ![build.file, 'ringup.js'].includes(url.pathname.split('/').at(-1) ?? '')
    return `The script ${url.href} answers ${status}.${isOld ? ` This build’s is called ${build.file}.` : ''} Nothing runs.`
  }
  if (/javascript|ecmascript/i.test(headers.get('content-type') ?? '')) return undefined
  return `At ${url.href} is something other than the script: its content type is not JavaScript.`
}

function judge(bytes: Buffer, integrity?: string, build?: Build): Finding {
  if (integrity && !matches(integrity, bytes)) {
    const now = build ? ` This build’s is ${build.integrity}.` : ''
    return problem(`The tag’s integrity does not match what is served: browsers refuse the script.${now}`)
  }
  const kept = integrity ? ' and its integrity matches' : ''
  if (!build) return ok(`The script is there${kept}.`)
  if (matches(`${build.integrity} ${build.plainIntegrity ?? ''}`, bytes))
    return ok(`The script is the one of this build${kept}.`)
  return warning(`The script${kept ? '’s integrity matches, but it' : ''} is not the one of this build.`)
}

/** Checks the strongest hash that is named, as browsers do (Subresource Integrity, 3.3). */
function matches(integrity: string, bytes: Buffer): boolean {
  const named = [...integrity.matchAll(/(?:^|\s)(sha(?:256|384|512))-([^\s?]+)/g)]
  const [strongest] = named.map(([, algorithm = '']) => algorithm).sort((a, b) => b.localeCompare(a))
  if (strongest === undefined) return true // none that a browser knows: it is as if there were none
  const digest = createHash(strongest).update(bytes).digest('base64')
  return named.some(([, algorithm, hash]) => algorithm === strongest && hash === digest)
}
