/** What the page is made of: steps, verdicts, problems, what scrolls. */
import type { ComponentChildren } from 'preact'
import type { Grade } from '../try/read-order.js'

interface StepProps {
  id: string
  title: string
  /** Stands beside the title. */
  text: ComponentChildren
  children: ComponentChildren
}

export const Step = ({ id, title, text, children }: StepProps) => (
  <section class="step" id={id} aria-labelledby={`${id}-title`}>
    <header>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <p class="hint">{text}</p>
    </header>
    <div class="stack">{children}</div>
  </section>
)

/** What stands in backticks is code. */
export const Rich = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part))}</>
)

interface VerdictProps {
  id: string
  state: Grade
  children: ComponentChildren
}

export const Verdict = ({ id, state, children }: VerdictProps) => (
  <div class="notice verdict" id={id} role="status" data-state={state} data-tone={TONES[state]}>
    {children}
  </div>
)

const TONES: Record<Grade, string> = { good: 'good', mixed: 'warn', bad: 'bad', empty: '' }

interface ProblemsProps {
  id: string
  label: string
  /** What is left out. */
  problems: string[]
  /** About the sample itself. */
  notes: string[]
}

export const Problems = ({ id, label, problems, notes }: ProblemsProps) =>
  problems.length + notes.length === 0 ? null : (
    <ul class="stack" id={id} aria-label={label}>
      {problems.map((sentence) => (
        <li key={sentence} class="notice" data-tone="warn">
          {sentence}
        </li>
      ))}
      {notes.map((sentence) => (
        <li key={sentence} class="notice" data-tone="">
          {sentence}
        </li>
      ))}
    </ul>
  )

/** A text that may be longer than its place. Only what has the focus scrolls by keyboard. */
export const Text = ({ id, text }: { id: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <pre id={id} tabIndex={0}>
    {text}
  </pre>
)

interface ScrollProps {
  label: string
  children: ComponentChildren
}

/** What is wider than its place. Only what has the focus scrolls by keyboard. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section class="card scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
)
