/** The last step: is it working? */
import type { StepProps } from '../state.js'
import { isChecked } from '../texts/script.js'
import { toLooks } from '../texts/working.js'
import { CopyButton } from './copy-button.js'
import { Rich, Step } from './parts.js'
import { VerifyPanel } from './verify-panel.js'

export const WorkingStep = ({ dispatch, report: { choices } }: StepProps) => (
  <Step id="working" title="Is it working?" text="Place a test order, and look from the page to the API.">
    {isChecked(choices) && choices.debug && <VerifyPanel choices={choices} />}
    <ol class="looks">
      {toLooks(choices).map(({ title, text, command }, index) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <Rich text={text} />
          </p>
          {command && (
            <div class="bar">
              <code id={`look-${index}`}>{command}</code>
              <CopyButton title={command} text={command} source={`look-${index}`} dispatch={dispatch} />
            </div>
          )}
        </li>
      ))}
    </ol>
  </Step>
)
