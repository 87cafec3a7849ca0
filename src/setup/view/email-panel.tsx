/** Says where the e-mail address is, before everything else: without one nothing is sent. */

import { quote } from '../../contract/tag.js'
import type { EmailPlace } from '../../examine/hunt-email.js'
import { toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Report } from '../report.js'
import type { Dispatch } from '../state.js'
import { CopyButton } from './copy-button.js'

interface Props {
  report: Report
  dispatch: Dispatch
}

export function EmailPanel({ report: { choices, emails }, dispatch }: Props) {
  return (
    <section class="notice stack" data-tone="warn" id="email-first" aria-labelledby="email-title">
      <h3 id="email-title">First of all: the customer’s e-mail address</h3>
      <p>The page has an order, but not the customer’s e-mail address. Nothing is sent without it.</p>
      {emails.length > 0 ? (
        <>
          <p>These places have an address. Choose the customer’s, not the shop’s:</p>
          <ul class="stack">
            {emails.map((place, index) => (
              <Place key={place.setting} place={place} id={`email-place-${index}`} dispatch={dispatch} />
            ))}
          </ul>
        </>
      ) : (
        <Nowhere choices={choices} dispatch={dispatch} />
      )}
    </section>
  )
}

interface PlaceProps {
  place: EmailPlace
  id: string
  dispatch: Dispatch
}

function Place({ place: { where, text, setting }, id, dispatch }: PlaceProps) {
  const line = `data-email=${quote(setting)}`
  return (
    <li class="card">
      <p>
        <b>{text}</b> in {where}
      </p>
      <div class="heading">
        <code id={id}>{line}</code>
        <div class="row">
          <button
            type="button"
            class="main"
            aria-label={`Use it: ${line}`}
            onClick={() => dispatch({ do: 'choose', changes: { email: setting } })}
          >
            Use it
          </button>
          <CopyButton title={line} text={line} source={id} dispatch={dispatch} />
        </div>
      </div>
    </li>
  )
}

const MARK = `<span hidden data-ringup="email">you@example.com</span>`

/** The template has to say it. */
function Nowhere({ choices, dispatch }: { choices: Report['choices']; dispatch: Dispatch }) {
  if (toPlatform(choices) === 'tag-manager') {
    return (
      <p>
        Push <code>user_data.email</code> to the data layer with the order, or name a variable in the tag’s field{' '}
        <b>E-mail</b>.
      </p>
    )
  }
  const line = findRecipe(choices)?.templateLine?.line ?? MARK
  return (
    <>
      <p>
        No place on the page has it alone. Add a line to the template of the thank-you page
        {line === MARK ? ', with your platform’s own expression in place of the address' : ''}:
      </p>
      <div class="heading">
        <code id="email-line">{line}</code>
        <CopyButton title="Line with the e-mail address" text={line} source="email-line" dispatch={dispatch} />
      </div>
    </>
  )
}
