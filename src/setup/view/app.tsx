/** The page: numbered steps, one below the other. */
import type { FunctionComponent } from 'preact'
import { useEffect, useReducer } from 'preact/hooks'
import { toHash, toSettled } from '../choices/choices.js'
import type { Known } from '../known.js'
import { toUsual } from '../settings.js'
import { createState, reduce, type StepId, toSteps } from '../state.js'
import type { SnippetFile } from '../texts/script.js'
import { PageStep } from './page-step.js'
import { StepFrame, type ViewProps } from './parts.js'
import { ServerStep, WebhookStep } from './server-steps.js'
import { ShopStep } from './shop-step.js'
import { VerifyStep } from './verify-step.js'

const VIEWS: Record<StepId, FunctionComponent<ViewProps>> = {
  shop: ShopStep,
  server: ServerStep,
  page: PageStep,
  webhooks: WebhookStep,
  verify: VerifyStep,
}

const TITLES: Record<StepId, [title: string, text: string]> = {
  shop: ['Your shop', 'A few answers. The rest of this page follows them.'],
  server: ['On the server', 'Only lines that the proxy does not have yet.'],
  page: ['On your pages', 'Once, on every page.'],
  webhooks: [
    'Webhooks',
    'The shop’s server reports orders that a script misses. Your privacy policy must say so: no consent is asked.',
  ],
  verify: ['Verify', 'From your page to the API.'],
}

export function App({ snippet, known }: { snippet: SnippetFile; known: Known | undefined }) {
  const [state, dispatch] = useReducer(reduce, location.hash, (hash) => createState(hash, known))
  const { choices } = state
  useEffect(() => {
    history.replaceState(null, '', `#${toHash(choices, toUsual(known))}`)
  }, [choices, known])
  const steps = toSteps(state)
  const isReady = steps[0]?.state === 'done'
  const props = { state, settled: toSettled(choices), dispatch, snippet: { ...snippet, ...known?.script } }
  return (
    <>
      <ol class="steps">
        {steps.map((step, index) => {
          const View = VIEWS[step.id]
          const [title, text] = TITLES[step.id]
          return (
            <li key={step.id}>
              <StepFrame {...step} {...{ title, text }} number={index + 1}>
                {isReady || step.id === 'shop' ? <View {...props} isDone={step.state === 'done'} /> : NOT_YET}
              </StepFrame>
            </li>
          )
        })}
      </ol>
      <footer class="soft">
        Ringup {snippet.version} · Your answers are in the address: a bookmark keeps them. This page talks only to the
        proxy that serves it.
      </footer>
    </>
  )
}

const NOT_YET = <p class="hint">Answer step 1 first.</p>
