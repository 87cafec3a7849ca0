/** The last step: is it working? */
import { type Choices, toPlatform } from '../choices/choices.js'
import type { PartProps, StepProps } from '../state.js'
import { isChecked } from '../texts/script.js'
import { toLooks } from '../texts/working.js'
import { canVerify } from '../verify.js'
import { ArrivalPanel } from './arrival-panel.js'
import { CopyButton } from './copy-button.js'
import { Rich, Step, Text } from './parts.js'
import { VerifyPanel } from './verify-panel.js'

export function WorkingStep({ dispatch, report: { choices } }: StepProps) {
  const isShopify = toPlatform(choices) === 'shopify'
  // In Tag Manager a box of its own tag opens the panel; Shopify needs none.
  const isVerifiable = canVerify() && (choices.debug !== '' || !isChecked(choices))
  return (
    <Step id="working" title="Is it working?" text="Place a test order, and follow it from the page to the API.">
      {isVerifiable && (isShopify ? <ArrivalPanel /> : <VerifyPanel choices={choices} dispatch={dispatch} />)}
      <details open={!isVerifiable}>
        <summary>Look yourself, from the page to the API</summary>
        <Looks choices={choices} dispatch={dispatch} />
      </details>
    </Step>
  )
}

const Looks = ({ choices, dispatch }: Pick<PartProps, 'dispatch'> & { choices: Choices }) => (
  <ol class="stack looks">
    {toLooks(choices).map(({ title, text, command }, index) => (
      <li key={title}>
        <h3>{title}</h3>
        <p class="hint">
          <Rich text={text} />
        </p>
        {command && (
          <div class="heading">
            <Text id={`look-${index}`} text={command} />
            <CopyButton title={command} text={command} source={`look-${index}`} dispatch={dispatch} />
          </div>
        )}
      </li>
    ))}
  </ol>
)
