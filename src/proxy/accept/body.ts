/** Reads the body within its size and time limits, and parses it as JSON of a bounded shape. */
import type { Readable } from 'node:stream'
import { FORBIDDEN_KEYS, MAX_BODY_BYTES } from '../../contract/limits.js'
import type { Problem } from '../problem.js'
import type { Guard, RequestContext } from './context.js'
import { MAX_SERVER_BODY_BYTES } from './size.js'

const MAX_READ_MS = 10_000
const MAX_DEPTH = 8
/**
 * Three times the values that the snippet sends. 120 groceries with GA4's 20 values each are 2,400 values in some 31
 * KB, below the snippet's limit of 48 KiB. A limit of 2,000 would refuse and lose such an order. 49 KiB of JSON could
 * hold 24,000.
 */
const MAX_NODES = 8_000
const FORBIDDEN = new Set(FORBIDDEN_KEYS)

const utf8 = new TextDecoder('utf-8', { fatal: true })

export const checkBody: Guard = async (context) => {
  const body = await readBody(context, context.fromServer ? MAX_SERVER_BODY_BYTES : MAX_BODY_BYTES)
  return body instanceof Uint8Array ? parseBody(context, body) : body
}

function parseBody(context: RequestContext, bytes: Uint8Array): Problem | undefined {
  try {
    context.json = JSON.parse(utf8.decode(bytes))
  } catch {
    return { code: 'not_json' }
  }
  return checkTree(context.json)
}

interface ReadOptions {
  /** Gets each piece as it arrives. */
  onPiece?: (piece: Uint8Array) => void
  /** Aborts if another body takes this body's place. */
  signal?: AbortSignal | undefined
}

/** @returns the body's bytes, or a problem: too many bytes, too slow, cut off, or ended to make room for another */
export function readBody(context: RequestContext, mostBytes: number, options: ReadOptions = {}) {
  const { request, client } = context
  return client.body ? readIncoming(client.body, mostBytes, options) : readStream(request, mostBytes, options)
}

/** There is no room for this body now. The sender retries later. */
export const FULL: Problem = { code: 'rate' }
/** The client has gone, so it does not read this answer. */
const CUT_OFF: Problem = { code: 'not_json' }

/** Reads Node's request. After a refusal, the server drains or cuts off the unread part. */
function readIncoming(incoming: Readable, mostBytes: number, { onPiece, signal }: ReadOptions) {
  return new Promise<Uint8Array | Problem>((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) return end({ code: 'too_large' })
      chunks.push(chunk)
      onPiece?.(chunk)
    }
    const onEnd = () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    const onCutOff = () => end(CUT_OFF)
    const onFull = () => end(FULL)
    const timer = setTimeout(() => end({ code: 'timeout' }), MAX_READ_MS)
    const end = (answer: Uint8Array | Problem) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onFull)
      incoming.off('data', onData).off('end', onEnd).off('error', onCutOff).off('close', onCutOff).pause()
      resolve(answer)
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onCutOff).on('close', onCutOff)
    signal?.addEventListener('abort', onFull)
    if (incoming.destroyed) onCutOff() // no more data will come
  })
}

/**
 * Reads any runtime's request. Counts the bytes that arrive, because a request can claim `content-length: 5` and carry
 * 200 KB.
 */
async function readStream(
  request: Request,
  mostBytes: number,
  { onPiece, signal }: ReadOptions,
): Promise<Uint8Array | Problem> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const deadline = createDeadline(signal)
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), deadline.problem])
      if ('code' in part) return part
      if (part.done) return Buffer.concat(chunks)
      size += part.value.byteLength
      if (size > mostBytes) return { code: 'too_large' }
      chunks.push(part.value)
      onPiece?.(part.value)
    }
  } catch {
    return CUT_OFF
  } finally {
    deadline.clear()
    reader.cancel().catch(() => {}) // already closed or broken
  }
}

/** Ends the reading from outside: the time is over, or another body takes the place. */
function createDeadline(signal: AbortSignal | undefined) {
  let timer: NodeJS.Timeout | undefined
  const problem = new Promise<Problem>((resolve) => {
    timer = setTimeout(resolve, MAX_READ_MS, { code: 'timeout' })
    signal?.addEventListener('abort', () => resolve(FULL))
  })
  return { problem, clear: () => clearTimeout(timer) }
}

const TOO_DEEP: Problem = { code: 'too_deep' }

/**
 * Checks the JSON down to the allowed depth. 10,000 nested arrays fit into 20 KB and would overflow the stack. Names
 * that reach an object's prototype are refused. A page may have such names by chance, so within its data they are
 * dropped instead, with those of an object's own methods: `String({ toString: 1 })` throws.
 */
function checkTree(json: unknown): Problem | undefined {
  let nodes = 1

  function check(value: unknown, depth: number, isRaw: boolean): Problem | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    if (depth > MAX_DEPTH) return TOO_DEEP
    // Parsed JSON has only its own keys. An array's keys are harmless.
    for (const key in value) {
      const fields = value as Record<string, unknown>
      if (FORBIDDEN.has(key) || (isRaw && key in Object.prototype)) {
        if (!isRaw) return { code: 'shape', fields: [key] }
        delete fields[key]
        continue
      }
      nodes += 1
      const isWithin = isRaw || (depth === 1 && key === 'raw')
      const problem = nodes > MAX_NODES ? TOO_DEEP : check(fields[key], depth + 1, isWithin)
      if (problem) return problem
    }
    return undefined
  }

  return check(json, 1, false)
}
