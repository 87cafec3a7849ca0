/** The event that is looked at: how far it has come, its steps, and trying it now. */
import { render } from 'preact'
import { find, post } from './elements.js'
import type { Stage } from './stage.js'
import { Steps } from './steps.js'
import type { View } from './view/index.js'

let shown: string | undefined

export function showDetail(id: string, { title, progress, why, steps, stage, tone }: View) {
  const detail = find('detail')
  detail.hidden = false
  detail.dataset.tone = tone
  find('detail-title').textContent = title
  find('detail-progress').textContent = progress
  find('detail-why').textContent = why
  find('try').hidden = !TRY[stage]
  if (shown !== id) find('tried').textContent = ''
  shown = id
  // Keyed by its id, so that what is open for one event is closed for the next.
  render(<Steps key={id} steps={steps} />, find('steps'))
}

/** Who is asked to try it, by where it waits. */
const TRY: Partial<Record<Stage, (id: string) => Promise<string>>> = {
  outbox: async () => {
    const { ringup } = (frames as unknown as Record<string, Window | undefined>).shop ?? {}
    if (!ringup) return 'The page of the shop has no script that could: open another one.'
    void ringup.flush()
    return 'The page of the shop tries what this browser keeps.'
  },
  queue: async (id) => (await post('/inspector/send', { id })).sentence,
}

export async function tryNow(id: string | undefined, stage: Stage | undefined) {
  if (!id || !stage) return
  find('tried').textContent = (await TRY[stage]?.(id).catch(() => 'The demo does not answer.')) ?? ''
}
