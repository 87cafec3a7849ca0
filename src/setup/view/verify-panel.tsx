/** One button that opens the shop's page, and says what came of it. */

import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { readFieldSelectors, toFieldWords } from '../../contract/selectors.js'
import type { Choices } from '../choices/choices.js'
import type { PartProps } from '../state.js'
import { toVerdict } from '../texts/verified.js'
import { type Verified, verify } from '../verify.js'
import { TextField } from './fields.js'
import { Problems, Verdict } from './parts.js'

type State = 'ready' | 'no window' | Verified

interface Props extends Pick<PartProps, 'dispatch'> {
  choices: Choices
}

export function VerifyPanel({ choices, dispatch }: Props) {
  const [address, setAddress] = useState(`${choices.origin}/`)
  const [state, setState] = useState<State>('ready')
  const [stop, setStop] = useState<() => void>()
  useEffect(() => stop, [stop])
  const start = () => {
    const stopThis = verify(address, setState)
    setState(stopThis ? {} : 'no window')
    setStop(() => stopThis)
  }
  return (
    <div class="card" id="verify">
      <TextField
        name="verify-address"
        label="Page to verify"
        type="url"
        value={address}
        onChange={setAddress}
        error={URL.canParse(address) ? '' : 'An address such as https://shop.example/thank-you.'}
        hint="Your thank-you page, as it is after a test order"
      />
      <button type="button" class="main" disabled={!URL.canParse(address)} onClick={start}>
        Verify
      </button>
      {state === 'no window' && (
        <Verdict id="verify-verdict" state="bad">
          The browser opened no window: allow this page to, and press again.
        </Verdict>
      )}
      {typeof state === 'object' && <Found verified={state} />}
      {typeof state === 'object' && <Proposal verified={state} choices={choices} dispatch={dispatch} />}
    </div>
  )
}

function Found({ verified }: { verified: Verified }) {
  const { state, sentence, lines, problems } = toVerdict(verified)
  return (
    <>
      <Verdict id="verify-verdict" state={state}>
        <b>{sentence}</b>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Verdict>
      <Problems id="verify-problems" label="Problems of the page" problems={problems} notes={[]} />
    </>
  )
}

/** Selectors that somebody has made on the shop's page. That page may send anything, so a person reads them before they are used. */
function Proposal({ verified: { report }, choices, dispatch }: Props & { verified: Verified }) {
  const selectors = readFieldSelectors(report?.pointed)
  const rows = Object.entries(selectors)
  if (rows.length === 0) return null
  const isUsed = choices.source === 'selectors' && rows.every(([name, css]) => choices.selectors[name] === css)
  const use = () => dispatch({ do: 'choose', changes: { source: 'selectors', selectors } })
  return (
    <div class="stack" id="proposal">
      <h3>Settings that were made on the page</h3>
      <dl>
        {rows.map(([name, css]) => (
          <Fragment key={name}>
            <dt>{toFieldWords(name)}</dt>
            <dd>
              <code>{css}</code>
            </dd>
          </Fragment>
        ))}
      </dl>
      <button type="button" class="main" disabled={isUsed} onClick={use}>
        {isUsed ? 'Used: see “Paste this”' : 'Use these settings'}
      </button>
    </div>
  )
}
