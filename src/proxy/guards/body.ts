/** Reads the body, counted and within time, and makes it JSON of a bounded shape. */
import { FORBIDDEN_KEYS, MAX_BODY_BYTES } from '../../contract/limits.js'
import type { Problem } from '../problem.js'
import type { Guard } from './visit.js'

const MAX_READ_MS = 10_000
const MAX_DEPTH = 6
/** What the largest event of the snippet can hold: a basket of 120 groceries, with all that GA4 says of each, is 2,400. */
const MAX_NODES = 8_000

export const checkBody: Guard = async (visit) => {
  const bytes = await readBody(visit.request)
  if (!(bytes instanceof Uint8Array)) return bytes
  try {
    visit.json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { code: 'not_json' }
  }
  return checkTree(visit.json)
}

/** Counts what arrives: a request can claim `content-length: 5` and carry 200 KB. */
async function readBody(request: Request): Promise<Uint8Array | Problem> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const late = createDeadline()
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late.passed])
      if (part === 'late') return { code: 'timeout' }
      if (part.done) return Buffer.concat(chunks)
      size += part.value.byteLength
      if (size > MAX_BODY_BYTES) return { code: 'too_large' }
      chunks.push(part.value)
    }
  } catch {
    return { code: 'not_json' } // the connection broke in the middle of the body; nobody is there to read this
  } finally {
    late.clear()
    reader.cancel().catch(() => {}) // already closed, or broken: either way it is over
  }
}

function createDeadline() {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, MAX_READ_MS, 'late')
  })
  return { passed, clear: () => clearTimeout(timer) }
}

/** Walks without recursion: 10,000 nested arrays fit in 20 KB and would overflow the stack. */
function checkTree(json: unknown): Problem | undefined {
  const open = [{ value: json, depth: 1 }]
  for (let seen = 0; seen < open.length; seen += 1) {
    const { value, depth } = open[seen] ?? { value: undefined, depth: 0 }
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) return { code: 'too_deep' }
    const forbidden = Object.keys(value).find((key) => FORBIDDEN_KEYS.includes(key))
    if (forbidden) return { code: 'shape', fields: [forbidden] }
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 })
    if (open.length > MAX_NODES) return { code: 'too_deep' }
  }
  return undefined
}
