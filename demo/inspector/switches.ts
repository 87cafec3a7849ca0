/** The switches for what may fail: what each is at, what that means, and what pressing one does. */
import { FAULTS, type Fault } from '../fault-words.js'
import { find, post } from './elements.js'
import type { DemoState } from './state.js'

export function showFaults(state: DemoState) {
  const { fault } = state
  for (const name of ['line', 'proxy', 'api'] as const) {
    const about: Record<string, string> = FAULTS[name]
    const now = fault[name]
    for (const input of find('faults').querySelectorAll<HTMLInputElement>(`[name=${name}]`)) {
      // While a server is stopping, what was pressed is still to come true.
      if (!input.dataset.pending) input.checked = input.value === now
    }
    find(`about-${name}`).textContent = `${about[now] ?? ''}${toHint(name, now, state)}`
  }
}

/** Says when what waits goes on. */
function toHint(name: keyof Fault, now: string, { fault, health, reconciliation }: DemoState): string {
  const waitsForKey = health?.problems.some(({ reason }) => reason === 'credentials')
  if (name === 'api' && now === 'fine' && waitsForKey)
    return ' The proxy asks it again within a minute; restarted, at once.'
  if (name === 'line' && now === 'fine' && fault.proxy === 'fine' && reconciliation.waiting.browser > 0)
    return ' What waits in the browser goes at its next try, or with the next page it opens.'
  if (now === 'fine') return ''
  if (name !== 'api') return ' Orders stay in the browser, which tries again, and with each page it opens.'
  if (now === '401') return ' Events stay in the proxy, which asks again once a minute; restarted, at once.'
  return ' Events stay in the proxy, which tries again.'
}

export async function switchFault({ name, value, form }: HTMLInputElement) {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])]
  for (const input of inputs) input.dataset.pending = 'true'
  await post('/inspector/fault', { [name]: value }).catch(() => {})
  for (const input of inputs) delete input.dataset.pending
}
