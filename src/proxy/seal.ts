/**
 * Encryption at rest, and keyed hashes.
 *
 * A sealed record is: format (1 byte), the first 4 bytes of the key's SHA-256, nonce (12), ciphertext, tag (16).
 * Format 0 is the record as it is, for RINGUP_PLAINTEXT=1. `node:crypto`, because a record takes it a tenth of the
 * time that Web Crypto takes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'

const PLAIN = 0
const AES_256_GCM = 1
const FORMAT = Buffer.of(AES_256_GCM)
const KEY_NAME_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  /** There is a key: what was changed cannot be opened. */
  isSecret: boolean
  /** @param label binds the record to its place, so that one row's record cannot stand in another's */
  seal(text: string, label: string): Buffer
  /** @throws Error when no key opens it, or it was changed */
  open(record: Buffer, label: string): string
  /** Tells whether there is a key for a record, of which the first five bytes are enough. */
  knows(record: Buffer): boolean
}

/** Label of the API's answer to an event. */
export const toAnswerLabel = (id: string) => `${id} answer`

/** @param keys 32 bytes each; the first encrypts, all decrypt; none stores records as they are */
export function createSeal(keys: Uint8Array[]): Seal {
  const named = keys.map((key) => ({ key: createSecretKey(key), name: toKeyName(key) }))
  const first = named[0]
  const find = (record: Buffer) => {
    const name = record.subarray(1, 1 + KEY_NAME_BYTES)
    return record[0] === AES_256_GCM ? named.find((candidate) => candidate.name.equals(name)) : undefined
  }
  return {
    isSecret: first !== undefined,
    seal: (text, label) => (first ? encrypt(text, label, first) : Buffer.from(`\0${text}`)),
    open(record, label) {
      // Plain records count only where there is no key: else whoever can write the file could forge events.
      if (record[0] === PLAIN && !first) return record.toString('utf8', 1)
      if (record[0] === PLAIN)
        throw new Error('it was written with RINGUP_PLAINTEXT=1, which has to be set to read it.')
      const found = find(record)
      if (!found)
        throw new Error('no key of RINGUP_KEY opens this record. Add the key that it was written with, after a comma.')
      return decrypt(record, label, found.key)
    },
    knows: (record) => (record[0] === PLAIN ? !first : find(record) !== undefined),
  }
}

function encrypt(text: string, label: string, { key, name }: { key: KeyObject; name: Buffer }): Buffer {
  const nonce = takeNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  const sealed = cipher.update(text, 'utf8')
  cipher.final() // nothing is left in GCM, a stream
  return Buffer.concat([FORMAT, name, nonce, sealed, cipher.getAuthTag()])
}

const nonces = Buffer.alloc(NONCE_BYTES * 256)
let used = nonces.length

/** Random bytes are drawn for many records at once: asking the system for twelve takes as long as for thousands. */
function takeNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces)
    used = 0
  }
  used += NONCE_BYTES
  return nonces.subarray(used - NONCE_BYTES, used)
}

function decrypt(record: Buffer, label: string, key: KeyObject): string {
  const start = 1 + KEY_NAME_BYTES
  const nonce = record.subarray(start, start + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(label))
    .setAuthTag(record.subarray(-TAG_BYTES))
  return decipher.update(record.subarray(start + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function toKeyName(key: Uint8Array): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_NAME_BYTES)
}

/** HMAC-SHA-256 over the parts, unambiguous about where each ends. */
export type Hash = (...parts: string[]) => Buffer

export function createKeyedHash(key: Buffer): Hash {
  const secret = createSecretKey(key)
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
