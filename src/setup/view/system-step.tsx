/** The first question: which shop system? With a recipe nothing else has to be found out. */
import { useState } from 'preact/hooks'
import { findRecipe, findSystems, SHARES, type System, toSystems } from '../choices/systems.js'
import type { PartProps } from '../state.js'
import { Card, SelectField, TextField } from './fields.js'
import { Step } from './parts.js'

const SYSTEMS = toSystems()

export function SystemStep({ state: { choices }, dispatch }: PartProps) {
  const [words, setWords] = useState('')
  const recipe = findRecipe(choices)
  const choose = (system: string) => dispatch({ do: 'choose', changes: { system } })
  const isChosen = ({ id, recipes }: System) =>
    id === choices.system || (recipe !== undefined && recipes.includes(recipe))
  const chosen = SYSTEMS.find(isChosen)
  return (
    <Step id="system" title="What does your shop run on?" text={SHARES}>
      <TextField name="search" label="Search" value={words} onChange={setWords} hint="Name, theme or module" />
      <fieldset class="grid systems" aria-labelledby="system-title">
        {findSystems(words, SYSTEMS).map((system) => (
          <Card
            key={system.id}
            name="system"
            value={system.id}
            title={system.title}
            isChosen={isChosen(system)}
            onChoose={() => choose(system.id)}
          />
        ))}
      </fieldset>
      {chosen && chosen.recipes.length > 1 && (
        <div class="card">
          <SelectField
            name="variant"
            label={`Which ${chosen.title}?`}
            value={choices.system}
            options={chosen.recipes.map(({ name, variant = '' }) => [name, variant])}
            onChange={choose}
            hint="By theme, or by the module that fills the data layer"
          />
        </div>
      )}
    </Step>
  )
}
