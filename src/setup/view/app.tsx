/** All steps, each where it is needed; and the only place that waits for something. */
import type { FunctionComponent } from 'preact'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import { type Choices, toHash, toPlatform, toSettled } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import { toReport } from '../report.js'
import { createState, reduce, type StepProps } from '../state.js'
import { isChecked, type SnippetFile } from '../texts/script.js'
import { PageStep } from './page-step.js'
import { PasteStep, ServerStep } from './paste-steps.js'
import { ShopStep } from './shop-step.js'
import { SignUpStep } from './sign-up-step.js'
import { SystemStep } from './system-step.js'
import { WorkingStep } from './working-step.js'

const PAUSE_MS = 150 // of typing

interface AppProps {
  snippet: SnippetFile
  /** The page's style sheet, for the preview. */
  style: string
}

export function App({ snippet, style }: AppProps) {
  const [state, dispatch] = useReducer(reduce, location.hash, createState)
  const { choices, samples, report, announcement } = state

  useEffect(() => history.replaceState(null, '', `#${toHash(choices)}`), [choices])

  const isFirst = useRef(true)
  useEffect(() => {
    let isLatest = true // what a slower try has found is not shown over what a later one has
    const pause = setTimeout(
      async () => {
        const made = await toReport(toSettled(choices), samples, snippet)
        if (isLatest) dispatch({ do: 'report', report: made })
      },
      isFirst.current ? 0 : PAUSE_MS,
    )
    isFirst.current = false
    return () => {
      isLatest = false
      clearTimeout(pause)
    }
  }, [choices, samples, snippet])

  return (
    <>
      <SystemStep state={state} dispatch={dispatch} />
      {choices.system &&
        report &&
        toSteps(choices).map((Step) => <Step key={Step.name} {...{ state, dispatch, report, snippet, style }} />)}
      <p id="announcement" role="status" class="unseen">
        {announcement}
      </p>
      <footer class="foot">
        <p class="wrap">
          Ringup {snippet.version} · {snippet.file} · This page makes no network call, and its policy lets none through.
        </p>
      </footer>
    </>
  )
}

/** What this shop system needs, behind the first question. With a recipe the tag is there at once, and trying it comes after. */
function toSteps(choices: Choices): FunctionComponent<StepProps>[] {
  if (toPlatform(choices) === 'shopify') return [ShopStep, PasteStep, ServerStep, WorkingStep]
  const order = findRecipe(choices) ? [PasteStep, PageStep] : [PageStep, PasteStep]
  return [ShopStep, ...order, ...(isChecked(choices) ? [SignUpStep] : []), ServerStep, WorkingStep]
}
