import { safely } from './safely.js'

/** A random UUID, version 4 (RFC 9562). Pages on plain http have no `crypto.randomUUID`, and some pages have lost their crypto. */
export function toId(): string {
  const bytes = safely(() => crypto.getRandomValues(new Uint8Array(36))) ?? []
  const toDigit = (_: string, index: number) => ((bytes[index] ?? Math.random() * 256) & 15).toString(16)
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, toDigit)
}
