/** Fields: a text, and a choice. */
import type { ComponentChildren } from 'preact'

interface FieldProps {
  /** Also the ID of the input. */
  name: string
  label: ComponentChildren
  hint?: ComponentChildren
  children?: ComponentChildren
}

/** An input between its label and its hint, which describes it. */
const Field = ({ name, label, hint, children }: FieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    {children}
    {hint && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
  </div>
)

interface TextProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  /** A sentence, or `''`. */
  error?: string
  /** The keyboard of a phone. */
  keys?: 'url' | 'text'
  placeholder?: string
}

/** An error is shown as soon as there is a text. */
export function TextField({ value, onChange, error = '', keys = 'text', placeholder = '', ...field }: TextProps) {
  const { name, hint } = field
  const isWrong = error !== '' && value !== ''
  const described = [isWrong && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <Field {...field}>
      <input
        id={name}
        name={name}
        inputmode={keys}
        value={value}
        placeholder={placeholder}
        aria-invalid={isWrong}
        aria-describedby={described || undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isWrong && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </Field>
  )
}

export type Option = readonly [value: string, text: string]

export interface SelectProps extends FieldProps {
  value: string
  /** A title makes a group of several options. */
  groups: readonly { title: string; options: readonly Option[] }[]
  onChange: (value: string) => void
}

export const SelectField = ({ value, groups, onChange, ...field }: SelectProps) => (
  <Field {...field}>
    <select
      id={field.name}
      name={field.name}
      value={value}
      aria-describedby={field.hint ? `${field.name}-hint` : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {groups.map(({ title, options }) => {
        const all = options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))
        return title && options.length > 1 ? (
          <optgroup key={title} label={title}>
            {all}
          </optgroup>
        ) : (
          all
        )
      })}
    </select>
  </Field>
)
