/** The sample to look at, in a frame that runs no script; and to point at, where selectors are looked for. */

import { useEffect, useState } from 'preact/hooks'
import { ORDER_FIELDS, type OrderField } from '../../contract/selectors.js'
import { guessMeanings } from '../../examine/point/meaning.js'
import { MAX_OWN_TEXT, readWholeText } from '../../examine/point/own-text.js'
import { propose, type Target } from '../../examine/point/propose.js'
import { findRows, type Rows } from '../../examine/point/rows.js'

import type { Report } from '../report.js'
import { toDocument } from '../sample/to-document.js'
import { toElement, toFrame } from '../selectors/preview.js'
import type { PartProps } from '../state.js'
import { SelectField } from './fields.js'

interface Props extends PartProps {
  report: Report
  html: string
  /** The page's style sheet. */
  style: string
}

export function Preview({ state, dispatch, report, html, style }: Props) {
  const canPoint = report.choices.source === 'selectors'
  const [body, setBody] = useState<HTMLElement>()
  // The frame is loaded once: who has scrolled in it stays there when a mark changes.
  useEffect(() => {
    if (body) showIn(body, html)
  }, [body, html])
  // A click within the frame is heard here: no script runs in there.
  useEffect(() => {
    const point = ({ target }: Event) => {
      const place = (target as Element | null)?.closest?.('[data-place]')?.getAttribute('data-place')
      if (canPoint && place) dispatch({ do: 'point', place: Number(place) })
    }
    body?.addEventListener('click', point)
    return () => body?.removeEventListener('click', point)
  }, [body, canPoint, dispatch])
  return (
    <div class="stack" id="preview-part">
      <h3>{canPoint ? 'Point at the order' : 'What the marks are on'}</h3>
      <p class="hint">
        {canPoint ? 'Click a product, the number, the total. ' : ''}Without the page’s scripts, pictures and styles:
        nothing in it is run or loaded.
      </p>
      <iframe
        id="preview"
        title="Preview of the sample, with what was found marked"
        sandbox="allow-same-origin"
        srcdoc={toFrame(style)}
        onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body)}
      />
      {canPoint && <Pointed state={state} dispatch={dispatch} />}
    </div>
  )
}

/** Shows the sample. Where only marks have changed the elements stay: one that is gone before the button is let go hears no click. */
function showIn(body: HTMLElement, html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  const shown = [...body.querySelectorAll('*')]
  const wanted = [...template.content.querySelectorAll('*')]
  const toKey = (element: Element) => `${element.localName} ${element.getAttribute('data-place')}`
  const isSame =
    shown.map(toKey).join() === wanted.map(toKey).join() && body.textContent === template.content.textContent
  if (!isSame) body.replaceChildren(template.content)
  else for (const [index, element] of shown.entries()) mark(element, wanted[index]?.getAttribute('data-found'))
}

const mark = (element: Element, label: string | null | undefined) =>
  label ? element.setAttribute('data-found', label) : element.removeAttribute('data-found')

/** What somebody has clicked, and what it may be. */
function Pointed({ state, dispatch }: PartProps) {
  const { pointed, choices, samples } = state
  const [problem, setProblem] = useState('')
  const document = toDocument(samples.order, choices.origin)
  const element = pointed === undefined ? undefined : toElement(document, pointed)
  if (!element) return null
  const rows = findRows(element, document.body)
  const meanings = guessMeanings(element)
  const text = toShort(readWholeText(element) || (element.textContent ?? '').trim())
  const takeAs = (target: Target) => {
    const proposal = propose(target, element, document.body)
    setProblem('problem' in proposal ? proposal.problem : '')
    if ('problem' in proposal) return
    dispatch({ do: 'choose', changes: { selectors: { ...choices.selectors, ...proposal.selectors } } })
    if (target !== 'items') dispatch({ do: 'point', place: undefined })
  }
  return (
    <div class="card" id="pointed" role="status">
      <h3>“{text}”</h3>
      {rows && <UseRows rows={rows} onTake={() => takeAs('items')} />}
      <div class="row">
        {meanings.map((meaning) => (
          <button key={meaning} type="button" class="main" onClick={() => takeAs(meaning)}>
            {meanings.length > 1 ? 'It has' : 'It is'}: {ORDER_FIELDS[meaning]}
          </button>
        ))}
      </div>
      <SelectField
        name="meaning"
        label={meanings.length > 0 || rows ? 'Or it is' : 'What is it?'}
        value=""
        options={[['', 'Choose…'], ...Object.entries(ORDER_FIELDS)]}
        onChange={(name) => name && takeAs(name as OrderField)}
        hint="Where it stands goes into the tag"
      />
      {problem && <p class="error">{problem}</p>}
    </div>
  )
}

const toShort = (text: string) => (text.length <= MAX_OWN_TEXT ? text : `${text.slice(0, MAX_OWN_TEXT)}…`)

const UseRows = ({ rows, onTake }: { rows: Rows; onTake: () => void }) => (
  <div class="heading">
    <p>
      It stands in a row: <code>{rows.each}</code>, {rows.count === 1 ? 'one of them' : `${rows.count} of them`}.
    </p>
    <button type="button" class="main" onClick={onTake}>
      These are the items
    </button>
  </div>
)
