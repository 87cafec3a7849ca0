/** Step 3: the thank-you page. What is pasted is tried at once, with what is chosen or with everything. */
import { toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import { SAMPLE_SELECTORS, SAMPLES } from '../examples.js'
import { toSources } from '../report.js'
import type { Dispatch, SetupState, StepProps } from '../state.js'
import { BannerNote } from './banner-note.js'
import { EmailPanel } from './email-panel.js'
import { SampleArea } from './fields.js'
import { Findings } from './findings.js'
import { OrderResult } from './order-result.js'
import { Step } from './parts.js'
import { Preview } from './preview.js'
import { ReadingSettings } from './reading-settings.js'
import { SelectorsForm } from './selectors-form.js'

export function PageStep({ state, dispatch, report, style }: StepProps) {
  const { choices, samples } = state
  const { source } = report.choices
  const hasRecipe = findRecipe(choices) !== undefined
  return (
    <Step
      id="page"
      title={hasRecipe ? 'Try it, if you like' : 'Your thank-you page'}
      text="The snippet itself, as it is built, reads what you paste. What it would send is shown, in cents, and every problem."
    >
      <SampleArea
        id="sample"
        label="Source of the thank-you page"
        hint={toHint(choices.dataLayer)}
        value={samples.order}
        onChange={(order) => dispatch({ do: 'paste', changes: { order } })}
      >
        {!hasRecipe && (
          <button type="button" id="use-example" onClick={() => fillInExample(state, dispatch)}>
            Use an example
          </button>
        )}
        <button type="button" id="clear" onClick={() => dispatch({ do: 'paste', changes: { order: '' } })}>
          Clear
        </button>
      </SampleArea>
      <BannerNote choices={choices} banners={report.banners} dispatch={dispatch} />
      {report.lacksEmail && <EmailPanel report={report} dispatch={dispatch} />}
      {toSources(choices).length > 0 && <Findings state={state} dispatch={dispatch} report={report} />}
      {report.preview !== undefined && (
        <Preview state={state} dispatch={dispatch} report={report} html={report.preview} style={style} />
      )}
      {source === 'selectors' && <SelectorsForm state={state} dispatch={dispatch} />}
      {toPlatform(choices) === 'script-tag' || choices.onPage ? (
        <ReadingSettings choices={choices} source={source} dispatch={dispatch} hasRecipe={hasRecipe} />
      ) : null}
      <OrderResult reading={report.order} />
    </Step>
  )
}

const toHint = (dataLayer: string) =>
  `Open the page in a browser after a test order, and copy what Ctrl+U shows. Or type JSON.stringify(${dataLayer}) into the console there, and copy what it prints. Scripts in it are never run: only values that need no running are taken. Nothing leaves this page.`

function fillInExample({ choices }: SetupState, dispatch: Dispatch) {
  const source = choices.source || 'data-layer'
  // Those that somebody has typed belong to another page.
  if (source === 'selectors') dispatch({ do: 'choose', changes: { selectors: SAMPLE_SELECTORS } })
  dispatch({ do: 'paste', changes: { order: SAMPLES[source] } })
}
