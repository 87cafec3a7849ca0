/** What is filled in: texts, choices, boxes, cards, and the place for what is pasted. */
import type { ComponentChildren } from 'preact'

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
  <label class="choice">
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <b>{label}</b>
    <small>{hint}</small>
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
  <label class="choice">
    <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
    <b>{title}</b>
    {children}
  </label>
)

interface AreaProps {
  id: string
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  children?: ComponentChildren
}

/** The field that a sample is pasted into. It has no name, since a sample is no choice. */
export const SampleArea = ({ id, label, hint, value, onChange, children }: AreaProps) => (
  <div class="field">
    <div class="heading">
      <label for={id}>{label}</label>
      <div class="row">{children}</div>
    </div>
    <textarea
      id={id}
      class="code"
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
  </div>
)
