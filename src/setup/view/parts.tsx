/** Parts of the page: steps, things to do elsewhere, verdicts, and long texts. */
import type { ComponentChildren } from 'preact'
import type { Choices } from '../choices/choices.js'
import type { Dispatch, SetupState, StepState } from '../state.js'
import type { SnippetFile } from '../texts/script.js'
import type { Todo } from '../texts/steps.js'
import type { Grade } from '../texts/verified.js'

/** The data of each step's content. */
export interface ViewProps {
  state: SetupState
  /** The choices without what only happens while a person types. */
  settled: Choices
  dispatch: Dispatch
  snippet: SnippetFile
  isDone: boolean
}

interface StepProps {
  id: string
  number: number
  title: string
  state: StepState
  text: ComponentChildren
  children: ComponentChildren
}

const STEP_TONES: Record<StepState, string> = { 'to do': '', done: 'good', 'needs attention': 'warn' }

export const StepFrame = ({ id, number, title, state, text, children }: StepProps) => (
  <section class="step" id={id} data-tone={STEP_TONES[state]} aria-labelledby={`${id}-title`}>
    <header>
      <h2 id={`${id}-title`}>
        <span class="number">{number}</span> {title}
      </h2>
      <p class="state">{state}</p>
      <p class="hint">{text}</p>
    </header>
    <div class="stack">{children}</div>
  </section>
)

/** Text in backticks is code. */
export const Rich = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part))}</>
)

/** Rows of a name and a value. */
export const Rows = ({ rows }: { rows: (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const Todos = ({ todos }: { todos: Todo[] }) => (
  <ol class="todos card">
    {todos.map(([sentence, ...fields]) => (
      <li key={sentence + fields}>
        <Rich text={sentence} />
        {fields.length > 0 && <Rows rows={fields.map((field) => toPair(field))} />}
      </li>
    ))}
  </ol>
)

function toPair(field: string): [name: string, value: string] {
  const [name = '', ...value] = field.split(': ')
  return [name, value.join(': ')]
}

const TONES: Record<Grade, string> = { good: 'good', mixed: 'warn', bad: 'bad', empty: '' }

export const Verdict = ({ id, state, children }: { id: string; state: Grade; children: ComponentChildren }) => (
  <div class="notice stack" id={id} role="status" data-state={state} data-tone={TONES[state]}>
    {children}
  </div>
)

/** A text that may be longer than its place. Only an element with the focus scrolls by keyboard. */
export const Text = ({ id, text }: { id: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <pre id={id} tabIndex={0}>
    {text}
  </pre>
)
