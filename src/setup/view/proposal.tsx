/** Settings from the shop's page, pasted or typed. That page may send anything, so a person reads them before they are used. */
import { useState } from 'preact/hooks'
import { toFieldWords } from '../../contract/selectors.js'
import { SETTINGS } from '../../contract/settings.js'
import type { Choices } from '../choices/choices.js'
import type { Known, TagSettings } from '../known.js'
import { findWeak, isSame, merge, readTyped, toProposal, toSettings } from '../settings.js'
import type { Dispatch } from '../state.js'
import { KeepButton } from './keep-panel.js'
import { Rich, Rows } from './parts.js'

interface Props {
  /** Settled. */
  choices: Choices
  known: Known | undefined
  dispatch: Dispatch
}

interface ProposalProps extends Props {
  id: string
  title: string
  settings: TagSettings
}

export function Proposal({ choices, known, dispatch, settings, title, id }: ProposalProps) {
  const merged = merge(choices.settings, settings)
  const isUsed = isSame(merged, choices.settings)
  const isKeeping = known?.tag.canKeep && !choices.payment
  const adopt = () => dispatch({ do: 'adopt', settings })
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p class="hint">Read this proposal. Nothing of it is used before you confirm.</p>
      <Rows rows={toRows(settings)} />
      {findWeak(settings).map((sentence) => (
        <p key={sentence} class="notice" data-tone="warn">
          {sentence}
        </p>
      ))}
      <div class="row">
        {isKeeping && !isUsed && (
          <KeepButton choices={{ ...choices, settings: merged }} known={known} dispatch={dispatch} adopt={adopt} />
        )}
        <button type="button" class={isKeeping ? '' : 'main'} disabled={isUsed} onClick={adopt}>
          {isUsed ? 'Used' : 'Use these settings in the tag'}
        </button>
      </div>
      {isUsed && !isKeeping && <p role="status">The script tag above has changed. Copy it into your pages again.</p>}
    </section>
  )
}

/** Each field of the selectors is a row. */
function toRows({ selectors, ...settings }: TagSettings) {
  const { items, ...order } = Object(selectors)
  const toRow = (toWords: (name: string) => string, fields: object) =>
    Object.entries(fields ?? {}).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [toWords(name), <code key={name}>{text}</code>] as const
    })
  return [
    ...toRow((name) => name, settings),
    ...toRow((name) => toFieldWords(`cart.${name}`), order),
    ...toRow((name) => toFieldWords(`item.${name}`), items),
  ]
}

/** The settings as text: pasted from the panel of a page that cannot answer, or written by hand. */
export function TypedSettings(props: Props) {
  const [text, setText] = useState('')
  const typed = text.trim() ? readTyped(text) : undefined
  const example = JSON.stringify({ selectors: Object(toSettings(props.choices).selectors) })
  return (
    <details id="selectors">
      <summary>Write selectors yourself, or paste them from the panel</summary>
      <div class="stack">
        <div class="field">
          <label for="typed">Settings of the tag</label>
          <textarea
            id="typed"
            class="code"
            value={text}
            placeholder={example}
            aria-describedby="typed-hint"
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <p class="hint" id="typed-hint">
            Paste the text of “Copy the settings”, or write it: <Rich text={SETTINGS.selectors.help} />.
          </p>
          {typed && 'problem' in typed && (
            <p class="error" role="alert">
              {typed.problem}
            </p>
          )}
        </div>
        {typed && 'settings' in typed && (
          <Proposal
            {...props}
            id="typed-proposal"
            settings={toProposal(typed.settings, props.choices)}
            title="Your settings"
          />
        )}
      </div>
    </details>
  )
}
