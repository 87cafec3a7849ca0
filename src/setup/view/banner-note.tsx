/** The consent banner that a pasted page has, and whether the tag waits for its answer. */
import type { ConsentRecipe } from '../../recipes/consent/recipe.js'
import { toBannerSentence } from '../choices/banners.js'
import type { Choices } from '../choices/choices.js'
import type { Dispatch } from '../state.js'

interface Props {
  choices: Choices
  /** Likeliest first. */
  banners: readonly ConsentRecipe[]
  dispatch: Dispatch
}

export function BannerNote({ choices, banners, dispatch }: Props) {
  const sentence = toBannerSentence(choices, banners)
  const [likeliest] = banners
  if (!sentence || !likeliest) return null
  const isHeard = banners.some(({ name }) => name === choices.consent)
  return (
    <div class="card" id="banner" role="status">
      {sentence}{' '}
      {!isHeard && (
        <button type="button" onClick={() => dispatch({ do: 'choose', changes: { consent: likeliest.name } })}>
          Wait for {likeliest.platform}
        </button>
      )}
    </div>
  )
}
