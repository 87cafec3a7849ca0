/** Writes the panel's diagnosis and notes to the console when they change, for a page on which the panel stays closed. */
import type { Diagnosis } from '../diagnosis.js'

export function createConsole() {
  let told = ''
  return ({ tone, sentence, todo }: Diagnosis, notes: string[]) => {
    const text = [sentence, todo, ...notes].filter((each) => each).join(' ')
    if (text === told) return
    told = text
    console[tone === 'bad' ? 'warn' : 'info'](`Ringup: ${text}`)
  }
}
