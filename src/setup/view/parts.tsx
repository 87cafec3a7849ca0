/** What the page is made of: steps, cards, fields, verdicts. */
import type { ComponentChildren } from 'preact'
import type { State } from '../try/read-order.js'

interface StepProps {
  id: string
  title: string
  /** Beside the title. */
  text: ComponentChildren
  children: ComponentChildren
}

export const Step = ({ id, title, text, children }: StepProps) => (
  <section class="step" id={id} aria-labelledby={`${id}-title`}>
    <div class="wrap">
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{text}</p>
      </header>
      <div class="body">{children}</div>
    </div>
  </section>
)

interface FieldProps {
  name: string
  label: ComponentChildren
  value: string
  onChange: (value: string) => void
  hint?: ComponentChildren
  /** A sentence, or `''`. */
  error?: string
  type?: 'url' | 'text'
  isCode?: boolean
  /** ID of a datalist. */
  list?: string
}

export function TextField({ name, label, value, onChange, hint, error = '', type = 'text', isCode, list }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        list={list}
        class={isCode ? 'code' : ''}
        aria-invalid={error !== ''}
        aria-describedby={error ? `${name}-error ${name}-hint` : `${name}-hint`}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    </div>
  )
}

interface SelectProps {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
  hint?: ComponentChildren
}

export const SelectField = ({ name, label, value, options, onChange, hint }: SelectProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select
      id={name}
      name={name}
      value={value}
      aria-describedby={`${name}-hint`}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
    <p class="hint" id={`${name}-hint`}>
      {hint}
    </p>
  </div>
)

interface CheckProps {
  label: string
  hint: ComponentChildren
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export const CheckField = ({ label, hint, isChecked, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <span>
      {label}
      <small>{hint}</small>
    </span>
  </label>
)

interface CardProps {
  name: string
  value: string
  title: string
  isChosen: boolean
  onChoose: () => void
  children?: ComponentChildren
}

/** One of several: a radio button as large as what it says. */
export const Card = ({ name, value, title, isChosen, onChoose, children }: CardProps) => (
  <label class="card">
    <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
    <b>{title}</b>
    {children}
  </label>
)

/** What stands in backticks is code. */
export const Rich = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part))}</>
)

interface VerdictProps {
  id: string
  state: State
  children: ComponentChildren
}

export const Verdict = ({ id, state, children }: VerdictProps) => (
  <div class="verdict" id={id} role="status" data-state={state}>
    {children}
  </div>
)

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
    <ul class="problems" id={id} aria-label={label}>
      {problems.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {notes.map((sentence) => (
        <li key={sentence} data-kind="note">
          {sentence}
        </li>
      ))}
    </ul>
  )

interface AreaProps {
  id: string
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  children?: ComponentChildren
}

/** For what is pasted. It has no name: a sample is no choice. */
export const SampleArea = ({ id, label, hint, value, onChange, children }: AreaProps) => (
  <>
    <div class="bar">
      <label for={id}>{label}</label>
      <div class="buttons">{children}</div>
    </div>
    <textarea
      id={id}
      value={value}
      aria-describedby={`${id}-hint`}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  </>
)

interface ScrollProps {
  label: string
  children: ComponentChildren
}

/** What is wider or longer than its place. Only what has the focus scrolls by keyboard. */
export const Scroll = ({ label, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
)
