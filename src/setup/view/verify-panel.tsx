/** One button that opens the shop's page, and says what came of it. */
import { useEffect, useState } from 'preact/hooks'
import type { VerifyReport } from '../../snippet/debug/verify.js'
import type { Choices } from '../choices/choices.js'
import { canVerify, openToVerify } from '../verify.js'
import { TextField } from './fields.js'
import { Problems, Verdict } from './parts.js'

type State = 'ready' | 'no window' | 'waiting' | VerifyReport

export function VerifyPanel({ choices }: { choices: Choices }) {
  const [address, setAddress] = useState(`${choices.origin}/`)
  const [state, setState] = useState<State>('ready')
  const [stop, setStop] = useState<() => void>()
  useEffect(() => stop, [stop])
  if (!canVerify()) return null
  const verify = () => {
    const stopThis = openToVerify(address, setState)
    setState(stopThis ? 'waiting' : 'no window')
    setStop(() => stopThis)
  }
  return (
    <div class="panel" id="verify">
      <TextField
        name="verify-address"
        label="Page to verify"
        type="url"
        value={address}
        onChange={setAddress}
        error={URL.canParse(address) ? '' : 'An address such as https://shop.example/thank-you.'}
        hint="Your thank-you page, with the order of a test"
      />
      <button type="button" class="main" disabled={!URL.canParse(address)} onClick={verify}>
        Verify
      </button>
      <Found state={state} command={`npm run ringup -- check --page ${address}`} />
    </div>
  )
}

function Found({ state, command }: { state: State; command: string }) {
  if (state === 'ready') return null
  if (state === 'no window')
    return (
      <Verdict id="verify-verdict" state="bad">
        The browser opened no window: allow this page to, and press again.
      </Verdict>
    )
  if (state === 'waiting')
    return (
      <Verdict id="verify-verdict" state="empty">
        Waiting for the page. While it stays silent, its tag is missing or lacks data-debug="ask", its policy blocks the
        script, or it cuts off whoever opened it. This tells them apart: <code>{command}</code>
      </Verdict>
    )
  const { diagnosis, connection = ['Asking the proxy …'], found, problems } = state
  const lines = [diagnosis.todo, connection.join(' '), toFoundLine(found)].filter((line) => line !== undefined)
  return (
    <>
      <Verdict id="verify-verdict" state={GRADES[diagnosis.tone]}>
        {diagnosis.sentence}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Verdict>
      <Problems id="verify-problems" label="Problems of the page" problems={problems} notes={[]} />
    </>
  )
}

const GRADES = { good: 'good', wait: 'mixed', bad: 'bad', idle: 'mixed' } as const

const toFoundLine = (found: string[]) =>
  found.length > 0 ? `Found on the page: ${found.join(', ')}.` : 'Nothing of an order is on the page.'
