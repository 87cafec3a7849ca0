/** What the snippet makes of the sample. */
import type { Assessment } from '../try/read-order.js'
import { Problems, Text, Verdict } from './parts.js'
import { OrderTables } from './tables.js'

const EMPTY = 'Paste the source of your thank-you page, or use an example.'

export function OrderResult({ reading }: { reading: Assessment | undefined }) {
  const { state = 'empty', line = EMPTY, problems = [], notes = [], body } = reading ?? {}
  return (
    <div class="stack" id="result">
      <Verdict id="verdict" state={state}>
        <b>{line}</b>
      </Verdict>
      <Problems id="problems" label="Problems" problems={problems} notes={notes} />
      {body && (
        <>
          <OrderTables body={body} />
          <details id="json-part">
            <summary>As the API gets it</summary>
            <Text id="json" text={JSON.stringify(body, null, 2)} />
          </details>
        </>
      )}
    </div>
  )
}
