/** The newsletter lists: public names, and the API's own IDs. */
import type { List } from '../known.js'
import { TextField } from './fields.js'

interface Props {
  lists: List[]
  /** A sentence, or `''`. */
  error: string
  onChange: (lists: List[]) => void
}

export function ListsField({ lists, error, onChange }: Props) {
  const change = (place: number, changes: Partial<List>) =>
    onChange(lists.map((list, index) => (index === place ? { ...list, ...changes } : list)))
  const isTouched = lists.some(({ name, id }) => name && id)
  return (
    <fieldset class="stack">
      <legend>Newsletter lists</legend>
      {lists.map(({ name, id }, index) => (
        <div class="list" key={index}>
          <TextField
            name={`list-${index}`}
            label="Public name"
            placeholder="newsletter"
            value={name}
            onChange={(text) => change(index, { name: text })}
          />
          <TextField
            name={`list-id-${index}`}
            label="ID at the API"
            placeholder="42"
            value={id}
            onChange={(text) => change(index, { id: text })}
          />
          <button
            type="button"
            aria-label={`Remove the list ${name}`}
            onClick={() => onChange(lists.filter((_, place) => place !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      {error && isTouched && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <button type="button" class="plain" onClick={() => onChange([...lists, { name: '', id: '' }])}>
        Add a list
      </button>
    </fieldset>
  )
}
