/** Asks which consent banner the shop has. */
import { BANNERS, findBanner } from '../choices/banners.js'
import { type Choices, type Platform, toPlatform } from '../choices/choices.js'
import { STEPS, toStepIds } from '../choices/steps.js'
import type { Dispatch } from '../state.js'
import { SelectField } from './fields.js'
import { Rich } from './parts.js'

interface Props {
  choices: Choices
  dispatch: Dispatch
}

export const BannerField = ({ choices, dispatch }: Props) => (
  <div class="grid fields">
    <SelectField
      name="consent"
      label="Consent banner"
      value={choices.consent}
      options={BANNERS}
      onChange={(consent) => dispatch({ do: 'choose', changes: { consent } })}
      hint={<Rich text={toHint(choices)} />}
    />
  </div>
)

/** What is a yes and what is a no, where the tag itself asks. */
function toHint(choices: Choices): string {
  if (!choices.consent)
    return `Every order is stored and sent at once.${toStepIds(choices).includes('page') ? ` When you paste the page under “${STEPS.page}”, the banner that it has is named.` : ''}`
  const banner = findBanner(choices)
  const platform = toPlatform(choices)
  if (platform !== 'script-tag') return WAITS_FOR[platform]
  if (!banner) return 'Nothing is stored or sent before your banner calls `ringup.consent("granted")`, on each page.'
  const { yours } = banner
  return `Until the shopper has answered, nothing is stored or sent. ${banner.expect}${yours ? ` Is yours not called \`${yours.name}\`? ${yours.where}` : ''}`
}

const WAITS_FOR: Record<Exclude<Platform, 'script-tag'>, string> = {
  'tag-manager': 'The tag waits until your banner grants `ad_user_data` through Google Consent Mode.',
  shopify: 'The theme snippet and the pixel ask Shopify, to which your banner passes the shopper’s choice.',
}
