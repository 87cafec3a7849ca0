/** The last step: opens the shop's page, hears its examiner, and shows the settings that were made there. */
import { useEffect, useState } from 'preact/hooks'
import { readFieldSelectors, toSelectors } from '../../contract/selectors.js'
import { toPlatform } from '../choices/choices.js'
import { toProposal } from '../settings.js'
import { toPolicy } from '../texts/tag.js'
import { toVerdict, type Verdict as VerdictText } from '../texts/verified.js'
import { canVerify, toPanelAddress, type Verified, verify, waitForEvent } from '../verify.js'
import { TextField } from './fields.js'
import { Rich, Verdict, type ViewProps } from './parts.js'
import { Proposal } from './proposal.js'

export const VerifyStep = (props: ViewProps) =>
  toPlatform(props.settled) === 'shopify' ? <Arrival {...props} /> : <Opened {...props} />

/** Starts something that can be stopped, and stops it before the next start and with the page. */
function useStoppable(start: () => () => void): () => void {
  const [stop, setStop] = useState<() => void>()
  useEffect(() => stop, [stop])
  return () => {
    stop?.()
    const stopThis = start()
    setStop(() => stopThis)
  }
}

function Opened({ state: { known, verified }, settled: choices, dispatch, snippet }: ViewProps) {
  const [typed, setTyped] = useState<string>()
  const address = typed ?? `${choices.origin}/`
  const isAddress = /^https?:/.test(address) && URL.canParse(address)
  const open = useStoppable(() => verify(address, (each) => dispatch({ do: 'verify', verified: each })))
  const pointed = readFieldSelectors(verified?.report?.pointed)
  return (
    <>
      <div class="card" id="verify">
        <TextField
          name="verify-address"
          label="Page to open"
          keys="url"
          placeholder="https://shop.example/thank-you"
          value={address}
          onChange={setTyped}
          error={isAddress ? '' : 'An address such as https://shop.example/thank-you.'}
          hint="A thank-you page, or the home page: then place a test order in the new window. If something is missing, you point at it there."
        />
        {canVerify() ? (
          <button type="button" class="main" disabled={!isAddress} onClick={open}>
            Open my shop’s page
          </button>
        ) : (
          isAddress && <PanelLink address={address} />
        )}
        {verified && <Found verified={verified} verdict={toVerdict(verified, toPolicy(choices, snippet))} />}
      </div>
      {Object.keys(pointed).length > 0 && (
        <Proposal
          {...{ choices, known, dispatch }}
          id="proposal"
          settings={toProposal({ selectors: toSelectors(pointed) }, choices)}
          title="Settings from your page"
        />
      )}
    </>
  )
}

const PanelLink = ({ address }: { address: string }) => (
  <>
    <p>
      <a class="button" href={toPanelAddress(address)} target="_blank" rel="noreferrer">
        Open my shop’s page with the panel
      </a>
    </p>
    <p class="hint">
      The page answers only to a set-up page that the proxy serves on the operator’s own machine:{' '}
      <code>http://127.0.0.1:8788/setup</code>. Elsewhere, copy the settings in its panel, and paste them above.
    </p>
  </>
)

function Found({ verified, verdict }: { verified: Verified; verdict: VerdictText }) {
  const { state, sentence, lines, problems } = verdict
  return (
    <Verdict id="verify-verdict" state={state}>
      <b>{sentence}</b>
      {verified.silence === 'blocked' && <VerifyLink link={verified.link} />}
      {[...lines, ...problems].map((line) => (
        <p key={line}>
          <Rich text={line} />
        </p>
      ))}
    </Verdict>
  )
}

const VerifyLink = ({ link }: { link: string }) => (
  // biome-ignore lint/security/noBlankTarget: the page answers its opener
  <a href={link} target="_blank" rel="opener">
    {link.replace(/\?.*$/, '')}
  </a>
)

/** This page cannot open Shopify's checkout, so it waits for an order. */
function Arrival({ state: { verified }, dispatch }: ViewProps) {
  const [isWaiting, setIsWaiting] = useState(false)
  const start = useStoppable(() => {
    setIsWaiting(true)
    return waitForEvent((arrived) => {
      setIsWaiting(false)
      dispatch({ do: 'verify', verified: { link: '', arrived } })
    })
  })
  const { as, sentence } = verified?.arrived ?? {}
  return (
    <div class="card" id="verify">
      <p>Press the button, then place a test order in the shop. It is reported to the API as any order.</p>
      <button type="button" class="main" disabled={!canVerify()} onClick={start}>
        Wait for an order
      </button>
      {!canVerify() && (
        <p class="hint">
          This needs the set-up page that the proxy serves: <code>http://127.0.0.1:8788/setup</code>.
        </p>
      )}
      {isWaiting && (
        <Verdict id="verify-verdict" state="empty">
          Waiting for the order … If none comes: is the pixel Connected, and has the customer consented?
        </Verdict>
      )}
      {!isWaiting && sentence && (
        <Verdict id="verify-verdict" state={as === 'ok' ? 'good' : 'bad'}>
          {sentence}
        </Verdict>
      )}
    </div>
  )
}
