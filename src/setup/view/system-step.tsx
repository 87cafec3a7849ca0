/** Step 1: which shop system? With a recipe nothing else has to be found out. */
import { findRecipe, OTHER_SYSTEMS, type Platform, toPlatforms } from '../choices/systems.js'
import type { PartProps } from '../state.js'
import { Card, SelectField } from './fields.js'
import { Step } from './parts.js'

const PLATFORMS = toPlatforms()

const HINTS: Record<keyof typeof OTHER_SYSTEMS, string> = {
  shopify: 'A theme snippet, and a pixel for the checkout',
  'tag-manager': 'A tag of the Ringup template in your container',
  other: 'Paste your thank-you page: everything is tried at once',
}

export function SystemStep({ state: { choices }, dispatch }: PartProps) {
  const recipe = findRecipe(choices)
  const choose = (system: string) => dispatch({ do: 'choose', changes: { system } })
  const platform = PLATFORMS.find(({ recipes }) => recipe && recipes.includes(recipe))
  return (
    <Step
      id="system"
      title="Which shop system?"
      text="For those with a recipe the tag is finished: no JavaScript, no searching."
    >
      <fieldset class="systems" aria-labelledby="system-title">
        {PLATFORMS.map(({ title, recipes: [first] }) => (
          <Card
            key={title}
            name="system"
            value={first?.name ?? ''}
            title={title}
            isChosen={title === platform?.title}
            onChoose={() => first && choose(first.name)}
          />
        ))}
      </fieldset>
      <fieldset class="cards" aria-labelledby="system-title">
        {Object.entries(OTHER_SYSTEMS).map(([system, title]) => (
          <Card
            key={system}
            name="system"
            value={system}
            title={title}
            isChosen={choices.system === system}
            onChoose={() => choose(system)}
          >
            <small>{HINTS[system as keyof typeof HINTS]}</small>
          </Card>
        ))}
      </fieldset>
      {platform && platform.recipes.length > 1 && (
        <div class="panel">
          <Variants platform={platform} system={choices.system} choose={choose} />
        </div>
      )}
    </Step>
  )
}

const Variants = ({
  platform,
  system,
  choose,
}: {
  platform: Platform
  system: string
  choose: (system: string) => void
}) => (
  <SelectField
    name="variant"
    label={`Which ${platform.title}?`}
    value={system}
    options={platform.recipes.map(({ name, variant = '' }) => [name, variant])}
    onChange={choose}
    hint="By theme, or by the module that fills the data layer"
  />
)
