/**
 * Encryption at rest, and keyed hashes.
 *
 * A sealed record has five parts: format (1 byte), the first 4 bytes of the key's SHA-256, nonce (12), ciphertext, tag
 * (16). `node:crypto` takes a tenth of the time of Web Crypto for a record.
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

const AES_256_GCM = 1
const FORMAT = Buffer.of(AES_256_GCM)
const KEY_NAME_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  /** @param label binds the record to its row, so it cannot be used in another row */
  seal(text: string, label: string): Buffer
  /** @throws Error if no key opens the record, or if it was changed */
  open(record: Buffer, label: string): string
  /** Checks whether there is a key for a record. Its first five bytes are enough. */
  knows(record: Buffer): boolean
}

/** Label of the API's answer to an event. */
export const toAnswerLabel = (id: string) => `${id} answer`

/** @param keys 32 bytes each. The first encrypts, all decrypt. @throws Error without a key */
export function createSeal(keys: Uint8Array[]): Seal {
  const named = keys.map((key) => ({ key: createSecretKey(key), name: toKeyName(key) }))
  const [first] = named
  if (!first) throw new Error('RINGUP_KEY is missing.')
  const find = (record: Buffer) => {
    const name = record.subarray(1, 1 + KEY_NAME_BYTES)
    return record[0] === AES_256_GCM ? named.find((candidate) => candidate.name.equals(name)) : undefined
  }
  return {
    seal: (text, label) => encrypt(text, label, first),
    open(record, label) {
      const found = find(record)
      if (!found)
        throw new Error('no key of RINGUP_KEY opens this record. Add the key that it was written with, after a comma.')
      return decrypt(record, label, found.key)
    },
    knows: (record) => find(record) !== undefined,
  }
}

function encrypt(text: string, label: string, { key, name }: { key: KeyObject; name: Buffer }): Buffer {
  const nonce = takeNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  const sealed = cipher.update(text, 'utf8')
  cipher.final() // a stream cipher such as GCM has no remainder
  return Buffer.concat([FORMAT, name, nonce, sealed, cipher.getAuthTag()])
}

const nonces = Buffer.alloc(NONCE_BYTES * 256)
let used = nonces.length

/** Random bytes are drawn for many records in one call, because twelve bytes take the system as long as thousands. */
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

/** HMAC-SHA-256 over the parts. The end of each part is unambiguous. */
export type Hash = (...parts: string[]) => Buffer

export function createKeyedHash(key: Buffer): Hash {
  const secret = createSecretKey(key)
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
