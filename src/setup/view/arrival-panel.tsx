/** One button that waits for an order from a checkout that no page of ours can open. */
import { useEffect, useState } from 'preact/hooks'
import type { Finding } from '../../proxy/look/finding.js'
import { waitForEvent } from '../verify.js'
import { Verdict } from './parts.js'

type State = 'ready' | 'waiting' | Finding

export function ArrivalPanel() {
  const [state, setState] = useState<State>('ready')
  const [stop, setStop] = useState<() => void>()
  useEffect(() => stop, [stop])
  const start = () => {
    setState('waiting')
    const stopThis = waitForEvent(setState)
    setStop(() => stopThis)
  }
  return (
    <div class="card" id="verify">
      <p>Press the button, then place a test order in the shop: it is reported to the API as any order.</p>
      <button type="button" class="main" onClick={start}>
        Wait for an order
      </button>
      {state === 'waiting' && (
        <Verdict id="verify-verdict" state="empty">
          Waiting for the order … If none comes, see whether the pixel is Connected and whether the customer has
          consented.
        </Verdict>
      )}
      {typeof state === 'object' && (
        <Verdict id="verify-verdict" state={state.as === 'ok' ? 'good' : 'bad'}>
          {state.sentence}
        </Verdict>
      )}
    </div>
  )
}
