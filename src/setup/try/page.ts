/** What a sample is tried with, by what was chosen. */
import { type Choices, type Source, toPlatform } from '../choices/choices.js'
import { findRecipe, isCalling } from '../choices/systems.js'
import { isChecked, type SnippetFile } from '../texts/script.js'
import { toTag } from '../texts/tag.js'
import type { TriedPage } from './try-out.js'

/** The data layer's event asks it alone, and so does the try without the event. */
const ADAPTER_OF: Partial<Record<Source, string>> = { 'data-layer': 'data-layer' }

export function toPage(choices: Choices, snippet: SnippetFile): TriedPage {
  const recipe = findRecipe(choices)
  const settings = recipe && 'settings' in recipe ? recipe.settings : {}
  // A tag manager's tag calls with what its trigger has seen; the reading is the same. Settings only a tag in the page has.
  const isTag = toPlatform(choices) === 'script-tag'
  const own = isChecked(choices) ? {} : { email: '', value: '', decimal: '' }
  return {
    tag: toTag({ ...choices, ...own, ...(!isTag && { system: 'other' }) }, snippet),
    isAlone: isTag && !isCalling(choices),
    adapter: recipe || !choices.source ? undefined : ADAPTER_OF[choices.source],
    event: settings.convertOn ?? choices.event,
    origin: choices.origin,
  }
}
