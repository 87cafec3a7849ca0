/** Fingerprints of settings. `check` compares those of a file with those of the running proxy, without revealing a value. */
import { createHmac } from 'node:crypto'
import { VARIABLES } from '../environment.js'

/** Fingerprints by the setting's name. They are made with RINGUP_KEY, so a stranger cannot try values. */
export type Fingerprints = Record<string, string>

/** Makes a fingerprint of each setting, except `HOST` and `PORT`, which shells may set for themselves. */
export function toFingerprints(environment: Record<string, string | undefined>): Fingerprints {
  const toFingerprint = (name: string) => {
    const hmac = createHmac('sha256', environment.RINGUP_KEY ?? '').update(`${name}\n${environment[name]}`)
    return hmac.digest('hex').slice(0, 8)
  }
  const set = VARIABLES.filter((name) => name.startsWith('RINGUP_') && environment[name])
  return Object.fromEntries(set.map((name) => [name, toFingerprint(name)]))
}

/** Lists the settings that differ. If the key differs, it lists only the key, because all fingerprints depend on it. */
export function toDifferences(one: Fingerprints, other: Fingerprints): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
  return names.includes('RINGUP_KEY') ? ['RINGUP_KEY'] : names
}
