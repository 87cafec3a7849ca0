/** The page: one step at a time; and the only place that waits for something. */
import type { FunctionComponent } from 'preact'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import { toHash, toSettled } from '../choices/choices.js'
import type { StepId } from '../choices/steps.js'
import type { Known } from '../known.js'
import { toReport } from '../report.js'
import { createState, reduce, type StepProps } from '../state.js'
import type { SnippetFile } from '../texts/script.js'
import { PageStep } from './page-step.js'
import { PasteStep, ServerStep } from './paste-steps.js'
import { ShopStep } from './shop-step.js'
import { SignUpStep } from './sign-up-step.js'
import { SystemStep } from './system-step.js'
import { BackAndNext, Trail } from './trail.js'
import { WorkingStep } from './working-step.js'

const PAUSE_MS = 150 // of typing

interface AppProps {
  snippet: SnippetFile
  known: Known
  /** The page's style sheet, for the preview. */
  style: string
}

const VIEWS: Record<Exclude<StepId, 'system'>, FunctionComponent<StepProps>> = {
  shop: ShopStep,
  page: PageStep,
  form: SignUpStep,
  paste: PasteStep,
  server: ServerStep,
  working: WorkingStep,
}

export function App({ snippet, known, style }: AppProps) {
  const [state, dispatch] = useReducer(reduce, location.hash, (hash) => createState(hash, known))
  const { choices, samples, report, announcement, step } = state

  useEffect(() => history.replaceState(null, '', `#${toHash(choices, step)}`), [choices, step])
  useFocusOnTitle(step)

  const isFirst = useRef(true)
  useEffect(() => {
    const pause = setTimeout(
      () => dispatch({ do: 'report', report: toReport(toSettled(choices), samples, snippet) }),
      isFirst.current ? 0 : PAUSE_MS,
    )
    isFirst.current = false
    return () => clearTimeout(pause)
  }, [choices, samples, snippet])

  const View = step === 'system' ? undefined : VIEWS[step]
  return (
    <>
      <Trail state={state} dispatch={dispatch} />
      {View === undefined && <SystemStep state={state} dispatch={dispatch} />}
      {View && report && <View {...{ state, dispatch, report, snippet, style }} />}
      <BackAndNext state={state} dispatch={dispatch} />
      <p id="announcement" role="status" class="unseen">
        {announcement}
      </p>
      <footer class="soft">
        Ringup {snippet.version} · This page asks nobody but the proxy that serves it, and only to verify.
      </footer>
    </>
  )
}

/** Whoever goes on finds the focus, and so the reading, at the top of the next step. */
function useFocusOnTitle(step: StepId) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    document.querySelector<HTMLElement>('.step h2')?.focus()
    scrollTo(0, 0)
  }, [step])
}
