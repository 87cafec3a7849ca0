/** What the snippet makes of the sample. */
import type { Assessment } from '../try/read-order.js'
import { Problems, Scroll, Verdict } from './parts.js'
import { OrderTables } from './tables.js'

const EMPTY = 'Paste the source of your thank-you page, or use an example.'

export function OrderResult({ reading }: { reading: Assessment | undefined }) {
  const { state = 'empty', line = EMPTY, problems = [], notes = [], body } = reading ?? {}
  return (
    <div id="result">
      <Verdict id="verdict" state={state}>
        {line}
      </Verdict>
      <Problems id="problems" label="Problems" problems={problems} notes={notes} />
      {body && (
        <>
          <OrderTables body={body} />
          <details id="json-part">
            <summary>As the API gets it</summary>
            <Scroll label="As the API gets it, in JSON">
              <pre id="json">{JSON.stringify(body, null, 2)}</pre>
            </Scroll>
          </details>
        </>
      )}
    </div>
  )
}
