import type { Diagnosis } from './diagnosis.js'

/** The same sentences in the console, each when it is new: also for a page on which nobody opens the panel. */
export function createConsole() {
  let told = ''
  return ({ tone, sentence, todo }: Diagnosis, notes: string[]) => {
    const text = [sentence, todo, ...notes].filter((each) => each).join(' ')
    if (text === told) return
    told = text
    console[tone === 'bad' ? 'warn' : 'info'](`Ringup: ${text}`)
  }
}
