/** One event's steps: what each said, its facts, and texts to look into. */
import { Fragment } from 'preact'
import type { Step } from './view/steps.js'

export const Steps = ({ steps }: { steps: Step[] }) => (
  <>
    {steps.map((step) => (
      <StepItem key={step.title} {...step} />
    ))}
  </>
)

const StepItem = ({ title, state, lines, facts, items, texts }: Step) => (
  <li class="step" data-state={state}>
    <h3>{title}</h3>
    <List name="lines" lines={lines} />
    {facts.length > 0 && (
      <dl>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    )}
    {items.length > 0 && <List name="items" lines={items} />}
    {texts.map(({ name, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and they are only ever added to
      <details key={index}>
        <summary>{name}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and only what has focus scrolls by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    ))}
  </li>
)

const List = ({ name, lines }: { name: string; lines: string[] }) => (
  <ul class={name}>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice, and none has anything else of its own
      <li key={index}>{line}</li>
    ))}
  </ul>
)
