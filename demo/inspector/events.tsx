/** The figures of the orders, the list of events with the newest first, and the steps of the chosen event. */
import { Fragment } from 'preact'
import type { Reconciliation } from './reconcile.js'
import { type Step, toClock, type View } from './view.js'

export function Figures({ placed, arrived, inProxy, unreported, lost, doubled }: Reconciliation) {
  const figures: [name: string, count: number, tone?: 'warn' | 'bad'][] = [
    ['Orders placed', placed],
    ['At the API, once', arrived],
    ['Waiting', inProxy + unreported, 'warn'],
    ['Lost', lost.length, 'bad'],
    ['Doubled', doubled.length, 'bad'],
  ]
  return figures.map(([name, count, tone]) => (
    <div key={name} data-tone={count > 0 ? tone : undefined}>
      <dt>{name}</dt>
      <dd>{count}</dd>
    </div>
  ))
}

interface Props {
  /** By id, oldest first. */
  views: Map<string, View>
  chosen: string | undefined
  choose(id: string): void
}

export const Events = ({ views, chosen, choose }: Props) => (
  <>
    {[...views].toReversed().map(([id, { title, atMs, stage, tone, progress }]) => (
      <li key={id}>
        <button
          type="button"
          data-stage={stage}
          data-tone={tone}
          aria-current={id === chosen ? 'true' : undefined}
          onClick={() => choose(id)}
        >
          <strong>{title}</strong>
          <time dateTime={new Date(atMs).toISOString()}>{toClock(atMs)}</time>
          <span class="progress">{progress}</span>
        </button>
      </li>
    ))}
  </>
)

export const Steps = ({ steps }: { steps: Step[] }) => (
  <>
    {steps.map(({ title, state, lines, facts, items, texts }) => (
      <li key={title} class="step" data-state={state}>
        <h3>{title}</h3>
        <List name="lines" lines={lines} />
        <dl>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
        <List name="items" lines={items} />
        {texts.map(({ name, text }) => (
          <details key={name}>
            <summary>{name}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: only a focused element scrolls by keyboard */}
            <pre tabIndex={0}>{text}</pre>
          </details>
        ))}
      </li>
    ))}
  </>
)

const List = ({ name, lines }: { name: string; lines: string[] }) =>
  lines.length > 0 && (
    <ul class={name}>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
