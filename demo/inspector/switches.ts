/** The switches for faults: the state of each, its meaning, and a change. */
import { FAULTS, type Fault } from '../fault-words.js'
import { find, post } from './elements.js'
import type { DemoState } from './state.js'

/** @param inBrowser how many events this browser keeps */
export function showFaults(state: DemoState, inBrowser: number) {
  const { fault } = state
  for (const name of ['line', 'proxy', 'api'] as const) {
    const about: Record<string, string> = FAULTS[name]
    const now = fault[name]
    for (const input of find('faults').querySelectorAll<HTMLInputElement>(`[name=${name}]`)) {
      // The switch shows the requested state until the server confirms it.
      if (!input.dataset.pending) input.checked = input.value === now
    }
    find(`about-${name}`).textContent = `${about[now] ?? ''}${toHint(name, now, state, inBrowser)}`
  }
}

/** Says when waiting events are sent. */
function toHint(name: keyof Fault, now: string, { fault, health }: DemoState, inBrowser: number): string {
  const waitsForKey = health?.conditions.some(({ name }) => name === 'credentials')
  if (name === 'api' && now === 'fine' && waitsForKey) return ' The proxy sends its events at the next try.'
  if (name === 'line' && now === 'fine' && fault.proxy === 'fine' && inBrowser > 0)
    return ' The browser sends its events at the next try, or with the next page it opens.'
  if (now === 'fine') return ''
  if (name !== 'api') return ' The browser keeps its events. It retries, also with each page it opens.'
  return ' The proxy keeps its events and retries.'
}

export async function switchFault({ name, value, form }: HTMLInputElement) {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])]
  for (const input of inputs) input.dataset.pending = 'true'
  await post('/inspector/fault', { [name]: value }).catch(() => {})
  for (const input of inputs) delete input.dataset.pending
}
