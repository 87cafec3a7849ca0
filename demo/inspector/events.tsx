/** The events as rows, the newest first: what each is, when it was first heard of, and how far it has come. */
import type { View } from './view/index.js'

interface Props {
  /** Views by id, in the order in which they came. */
  views: Map<string, View>
  chosen: string | undefined
  choose(id: string): void
}

export const Events = ({ views, chosen, choose }: Props) => (
  <>
    {[...views].toReversed().map(([id, { title, at, stage, tone, progress }]) => (
      <li key={id}>
        <button
          type="button"
          data-stage={stage}
          data-tone={tone}
          aria-current={id === chosen ? 'true' : undefined}
          onClick={() => choose(id)}
        >
          <strong>{title}</strong>
          <time dateTime={new Date(at).toISOString()}>
            {new Date(at).toLocaleTimeString(undefined, { timeStyle: 'medium', hourCycle: 'h23' })}
          </time>
          <span class="progress">{progress}</span>
        </button>
      </li>
    ))}
  </>
)
