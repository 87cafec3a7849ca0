/** What there is to copy: onto the page, and elsewhere. */
import { type CheckedField, checkChoices } from '../choices/check-choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Report } from '../report.js'
import type { Dispatch, StepProps } from '../state.js'
import { type Block, toPageBlocks, toServerBlocks } from '../texts/blocks.js'
import { toOrderFields } from '../try/body.js'
import { CopyButton } from './copy-button.js'
import { Rich, Scroll, Step } from './parts.js'

export function PasteStep({ dispatch, report: { choices }, snippet }: StepProps) {
  const recipe = findRecipe(choices)
  return (
    <Step id="paste" title="Paste this" text="What goes onto the page. It changes with everything you choose.">
      {recipe && (
        <div class="panel expect">
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
      text="For the web server, the proxy, and whoever keeps the list of scripts."
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
        const wrong = block.needs.filter((field) => errors[field])
        return wrong.length > 0 ? (
          <Withheld key={block.id} title={block.title} wrong={wrong} />
        ) : (
          <Copyable key={block.id} block={block} dispatch={dispatch} />
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

/** What is wrong would only be copied. */
const Withheld = ({ title, wrong }: { title: string; wrong: CheckedField[] }) => (
  <section class="block withheld">
    <h3>{title}</h3>
    <p class="error">Mend {wrong.map((field) => FIELD_WORDS[field]).join(' and ')} in step 2 first.</p>
  </section>
)

const Copyable = ({ block: { id, title, text, about }, dispatch }: { block: Block; dispatch: Dispatch }) => (
  <section class="block" id={id} aria-labelledby={`${id}-title`}>
    <div class="bar">
      <h3 id={`${id}-title`}>{title}</h3>
      <CopyButton title={title} text={text} source={`${id}-text`} dispatch={dispatch} />
    </div>
    <p>
      <Rich text={about} />
    </p>
    <Scroll label={`${title}: text`}>
      <pre id={`${id}-text`}>{text}</pre>
    </Scroll>
  </section>
)
