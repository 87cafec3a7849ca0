/** Keeps the tag's settings at the proxy, so that the tag stays one plain line. */
import { useState } from 'preact/hooks'
import type { Choices } from '../choices/choices.js'
import { type Kept, keepSettings } from '../keep.js'
import type { Known, TagSettings } from '../known.js'
import { findLeftOver, isKept, toKept } from '../settings.js'
import type { Dispatch } from '../state.js'
import { BlockView } from './block-view.js'
import { Verdict } from './parts.js'

interface Props {
  /** Settled. */
  choices: Choices
  known: Known | undefined
  dispatch: Dispatch
}

export function KeepPanel({ choices, known, dispatch }: Props) {
  const kept = toKept(choices, known ?? { tag: { settings: {}, canKeep: false } })
  const leftOver = known ? findLeftOver(choices, known) : []
  if (known && isKept(choices, known)) {
    return Object.keys(kept).length > 0 ? (
      <p id="kept" class="notice" data-tone="good" role="status">
        The proxy serves the settings with the script. The tag does not repeat them.
      </p>
    ) : null
  }
  return (
    <>
      {leftOver.length > 0 && (
        <p class="notice" data-tone="warn">
          The proxy still serves <code>{leftOver.join(', ')}</code> of another set-up, on every page.
        </p>
      )}
      {known?.tag.canKeep ? (
        <div class="card" id="keep">
          <p>The proxy serves the settings with the script, so the tag never changes. Keep them first.</p>
          <KeepButton {...{ choices, known, dispatch }} />
        </div>
      ) : (
        <details id="keep-by-hand">
          <summary>Keep the settings at the proxy instead</summary>
          <KeptText settings={kept} />
        </details>
      )}
    </>
  )
}

/** @param adopt takes over settings that were only proposed, once the proxy has kept them */
export function KeepButton({ choices, known, dispatch, adopt }: Props & { known: Known; adopt?: () => void }) {
  const [result, setResult] = useState<Kept | 'asking'>()
  const settings = toKept(choices, known)
  const keep = async () => {
    setResult('asking')
    const answer = await keepSettings(settings)
    setResult(answer)
    if (answer.as !== 'kept') return
    adopt?.()
    dispatch({ do: 'keep', settings })
  }
  return (
    <>
      <button type="button" class="main" disabled={result === 'asking'} onClick={() => void keep()}>
        Keep these settings at the proxy
      </button>
      {typeof result === 'object' && result.as === 'sign in' && (
        <Verdict id="keep-result" state="mixed">
          <p>
            Only the operator may do this.{' '}
            <a href="/sign-in" target="_blank" rel="noreferrer">
              Sign in
            </a>
            , and press again.
          </p>
        </Verdict>
      )}
      {typeof result === 'object' && result.as === 'refused' && (
        <Verdict id="keep-result" state="bad">
          <p>{result.sentence}</p>
          {!result.hasFile && <KeptText settings={settings} />}
        </Verdict>
      )}
    </>
  )
}

const KeptText = ({ settings }: { settings: TagSettings }) => (
  <BlockView
    block={{ id: 'kept-text', title: 'tag.json', text: JSON.stringify(settings, undefined, 2), about: KEPT_ABOUT }}
  />
)

const KEPT_ABOUT =
  'Save it as `tag.json` beside `ringup.env`, set `RINGUP_TAG=./tag.json` there, and restart the proxy. From then on this page keeps settings there for an operator who has signed in.'
