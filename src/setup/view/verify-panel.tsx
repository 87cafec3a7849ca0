/** One button that opens the shop's page, and says what came of it. */
import { useEffect, useState } from 'preact/hooks'
import type { Choices } from '../choices/choices.js'
import { toVerdict } from '../texts/verified.js'
import { type Verified, verify } from '../verify.js'
import { TextField } from './fields.js'
import { Problems, Verdict } from './parts.js'

type State = 'ready' | 'no window' | Verified

export function VerifyPanel({ choices }: { choices: Choices }) {
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
