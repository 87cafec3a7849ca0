/** One thing to paste: to look at unless it is long, to copy, and to download where it is a file. */
import type { Dispatch } from '../state.js'
import type { Block } from '../texts/blocks.js'
import { CopyButton } from './copy-button.js'
import { Rich, Text } from './parts.js'

interface Props {
  block: Block
  dispatch: Dispatch
}

export function BlockView({ block, dispatch }: Props) {
  const { id, title, text, about, file, isFile, isFolded } = block
  const shown = <Text id={`${id}-text`} text={text} />
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <div class="heading">
        <h3 id={`${id}-title`}>{title}</h3>
        <div class="row">
          {file && <Download file={file} text={text} />}
          <CopyButton title={title} text={text} source={`${id}-text`} dispatch={dispatch} />
        </div>
      </div>
      <p class="hint">
        <Rich text={about} />
      </p>
      {isFile || isFolded ? (
        <details>
          <summary>{isFile ? `Look at it, ${toKilobytes(text)}` : 'Show it'}</summary>
          {shown}
        </details>
      ) : (
        shown
      )}
    </section>
  )
}

const toKilobytes = (text: string) => `${Math.ceil(text.length / 1_000)} kB`

/** A link, so that the browser names and keeps the file as it does any other. */
const Download = ({ file, text }: { file: string; text: string }) => (
  <a class="button" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
    Download <span class="unseen">{file}</span>
  </a>
)
