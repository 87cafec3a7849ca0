/** What there is to copy: onto the page, and elsewhere. */
import { type CheckedField, checkChoices } from '../choices/check-choices.js'
import { STEPS, toOptionalSteps } from '../choices/steps.js'
import { findRecipe } from '../choices/systems.js'
import type { Report } from '../report.js'
import type { Dispatch, StepProps } from '../state.js'
import { type Block, toPageBlocks, toServerBlocks } from '../texts/blocks.js'
import { toOrderFields } from '../try/body.js'
import { BlockView } from './block-view.js'
import { Rich, Step } from './parts.js'

export function PasteStep({ dispatch, report: { choices }, snippet }: StepProps) {
  const recipe = findRecipe(choices)
  return (
    <Step id="paste" title="Paste this" text="What goes onto the page.">
      {recipe && (
        <div class="card">
          <h3>What to expect</h3>
          <p>
            <Rich text={recipe.expect} />
          </p>
          {'needsScript' in recipe && (
            <p>
              <Rich text={recipe.needsScript} />
            </p>
          )}
          <p class="hint">
            Tried with {recipe.source.repository}, {recipe.source.version}.
          </p>
        </div>
      )}
      <Blocks blocks={toPageBlocks(choices, snippet)} choices={choices} dispatch={dispatch} />
      {toOptionalSteps(choices).length > 0 && (
        <p class="row">
          <span>Not sure? Try it here:</span>
          {toOptionalSteps(choices).map((step) => (
            <button key={step} type="button" onClick={() => dispatch({ do: 'go', step })}>
              {STEPS[step]}
            </button>
          ))}
        </p>
      )}
    </Step>
  )
}

export function ServerStep({ dispatch, report, snippet }: StepProps) {
  const { choices, order, signUp } = report
  const read = { order: toOrderFields(order?.body), signUp: Object.keys(signUp?.body ?? {}) }
  return (
    <Step
      id="server"
      title="On the server"
      text="For the proxy, the web server, and whoever keeps the list of scripts."
    >
      <Blocks blocks={toServerBlocks(choices, snippet, read)} choices={choices} dispatch={dispatch} />
    </Step>
  )
}

interface BlocksProps {
  blocks: Block[]
  choices: Report['choices']
  dispatch: Dispatch
}

function Blocks({ blocks, choices, dispatch }: BlocksProps) {
  const errors = checkChoices(choices)
  return (
    <>
      {blocks.map((block) => {
        const wrong = (block.needs ?? []).filter((field) => errors[field])
        return wrong.length > 0 ? (
          <Withheld key={block.id} title={block.title} wrong={wrong} />
        ) : (
          <BlockView key={block.id} block={block} dispatch={dispatch} />
        )
      })}
    </>
  )
}

const FIELD_WORDS: Record<CheckedField, string> = {
  origin: 'the shop’s address',
  endpoint: 'the endpoint',
  myshopify: 'the address at Shopify',
  apiUrl: 'the API’s address',
  list: 'the list’s name',
  listId: 'the list’s ID',
}

const LIST = new Intl.ListFormat('en')

/** What is wrong would only be copied. */
const Withheld = ({ title, wrong }: { title: string; wrong: CheckedField[] }) => (
  <section class="card">
    <h3>{title}</h3>
    <p class="error">Correct {LIST.format(wrong.map((field) => FIELD_WORDS[field]))} under “Addresses” first.</p>
  </section>
)
