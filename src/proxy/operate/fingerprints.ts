/** What tells whether a running proxy has the settings of a file, without telling the settings. */
import { createHmac } from 'node:crypto'
import { VARIABLES } from '../environment.js'

/** Fingerprints by the setting's name. They are made with the key, so that nobody without it can try values. */
export type Fingerprints = Record<string, string>

/** @returns one of each setting that is set, but for `HOST` and `PORT`, which shells may have for themselves */
export function toFingerprints(environment: Record<string, string | undefined>): Fingerprints {
  const toFingerprint = (name: string) => {
    const hmac = createHmac('sha256', environment.RINGUP_KEY ?? '').update(`${name}\n${environment[name]}`)
    return hmac.digest('hex').slice(0, 8)
  }
  const set = VARIABLES.filter((name) => name.startsWith('RINGUP_') && environment[name])
  return Object.fromEntries(set.map((name) => [name, toFingerprint(name)]))
}

/** @returns the settings that differ; the key alone where it does, for all are made with it */
export function toDifferences(one: Fingerprints, other: Fingerprints): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
  return names.includes('RINGUP_KEY') ? ['RINGUP_KEY'] : names
}
