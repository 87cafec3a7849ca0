/** Whether a browser would load the script that the page names, and whether it is the one of this build. */
import { createHash } from 'node:crypto'
import { type Finding, ok, problem, warning } from '../finding.js'
import { readBytes, toCause } from './fetch-page.js'
import type { Tag } from './read-tag.js'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

/** What this build's script is called for good, and its `integrity`. */
export interface Build {
  file: string
  integrity: string
}

export async function* lookAtScript(
  { url, script }: Tag,
  page: URL,
  build: Build | undefined,
): AsyncGenerator<Finding> {
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
    yield* judge({ url, integrity, build, response, bytes })
  } catch (error) {
    yield problem(`The script ${url.href} cannot be fetched: ${toCause(error, TIMEOUT_MS)}.`)
  }
}

interface Fetched {
  url: URL
  integrity: string | undefined
  build: Build | undefined
  response: Response
  bytes: Buffer
}

function* judge({ url, integrity, build, response, bytes }: Fetched): Generator<Finding> {
  const { status, headers } = response
  if (status !== 200) {
    const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
    const isOld = build && name !== 'ringup.js' && name !== build.file
    yield problem(
      `The script ${url.href} answers ${status}.${isOld ? ` This build’s is called ${build.file}.` : ''} Nothing runs.`,
    )
    return
  }
  if (!/javascript|ecmascript/i.test(headers.get('content-type') ?? '')) {
    yield problem(`At ${url.href} is something else than the script: its content type is no JavaScript.`)
    return
  }
  if (integrity && !matches(integrity, bytes)) {
    const now = build ? ` This build’s is ${build.integrity}.` : ''
    yield problem(`The tag’s integrity does not match what is served: browsers refuse the script.${now}`)
    return
  }
  const isOurs = build && matches(build.integrity, bytes)
  const held = integrity ? ' and its integrity matches' : ''
  if (isOurs) yield ok(`The script is the one of this build${held}.`)
  else if (build) yield warning(`The script${held ? '’s integrity matches, but it' : ''} is not the one of this build.`)
  else yield ok(`The script is there${held}.`)
}

/** By the strongest hash that is named, as browsers do (Subresource Integrity, 3.3). */
function matches(integrity: string, bytes: Buffer): boolean {
  const named = [...integrity.matchAll(/(?:^|\s)(sha(?:256|384|512))-([^\s?]+)/g)]
  if (named.length === 0) return true // none that a browser knows: it is as if there were none
  const strongest =
    named
      .map(([, algorithm = '']) => algorithm)
      .sort()
      .at(-1) ?? ''
  const digest = createHash(strongest).update(bytes).digest('base64')
  return named.some(([, algorithm, hash]) => algorithm === strongest && hash === digest)
}
