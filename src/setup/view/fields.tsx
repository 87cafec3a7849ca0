/** What is filled in: texts, choices, boxes, cards, and the place for what is pasted. */
import type { ComponentChildren } from 'preact'

interface FieldProps {
  /** Also the ID of what is filled in. */
  name: string
  label: ComponentChildren
  hint?: ComponentChildren
  /** How it stands with what is filled in. */
  tone?: string
  children?: ComponentChildren
}

/** What is filled in, between its label and a hint; it names the hint as its description. */
const Field = ({ name, label, hint, tone, children }: FieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    {children}
    <p class="hint" id={`${name}-hint`} data-tone={tone}>
      {hint}
    </p>
  </div>
)

interface TextProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** A sentence, or `''`. */
  error?: string
  isInvalid?: boolean
  type?: 'url' | 'text'
  isCode?: boolean
  /** ID of a datalist. */
  list?: string
}

export function TextField({
  value,
  onChange,
  error = '',
  isInvalid = error !== '',
  type = 'text',
  ...field
}: TextProps) {
  const { name, isCode, list } = field
  return (
    <Field {...field}>
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        list={list}
        class={isCode ? 'code' : ''}
        aria-invalid={isInvalid}
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
    </Field>
  )
}

interface SelectProps extends FieldProps {
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

export const SelectField = ({ value, options, onChange, ...field }: SelectProps) => (
  <Field {...field}>
    <select
      id={field.name}
      name={field.name}
      value={value}
      aria-describedby={`${field.name}-hint`}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </Field>
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
