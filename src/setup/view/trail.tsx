/** The way through the steps: where one is, what comes, and back and forth. */
import { STEPS, type StepId, toStepIds } from '../choices/steps.js'
import type { PartProps } from '../state.js'

export function Trail({ state: { choices, step }, dispatch }: PartProps) {
  const ids = toStepIds(choices)
  return (
    <nav aria-label="Steps">
      <ol class="links">
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              class="plain"
              aria-current={id === step ? 'step' : undefined}
              onClick={() => dispatch({ do: 'go', step: id })}
            >
              {STEPS[id]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function BackAndNext({ state: { choices, step }, dispatch }: PartProps) {
  const ids = toStepIds(choices)
  const place = ids.indexOf(step)
  // A step that is not on the way leads back to it.
  const [back, next] = place < 0 ? [undefined, 'paste' as const] : [ids[place - 1], ids[place + 1]]
  const toButton = (id: StepId | undefined, words: string, look: string) =>
    id && (
      <button type="button" class={look} onClick={() => dispatch({ do: 'go', step: id })}>
        {words}
      </button>
    )
  return (
    <div class="heading">
      {toButton(back, 'Back', '')}
      {toButton(next, next ? `Next: ${STEPS[next]}` : '', 'main')}
    </div>
  )
}
