/** Texts to copy, or to download as a file. */
import type { Block } from '../texts/blocks.js'
import { CopyButton } from './copy-button.js'
import { Rich, Text } from './parts.js'

export function BlockView({ block: { id, title, text, about, file } }: { block: Block }) {
  const shown = <Text id={`${id}-text`} text={text} />
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <div class="heading">
        <h3 id={`${id}-title`}>{title}</h3>
        <div class="row">
          {file && <Download file={file} text={text} />}
          <CopyButton title={title} text={text} source={`${id}-text`} />
        </div>
      </div>
      <p class="hint">
        <Rich text={about} />
      </p>
      {file ? (
        <details>
          <summary>Look at it, {Math.ceil(text.length / 1_000)} kB</summary>
          {shown}
        </details>
      ) : (
        shown
      )}
    </section>
  )
}

/** A link, so that the browser names and keeps the file as any other. */
const Download = ({ file, text }: { file: string; text: string }) => (
  <a class="button" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
    Download <span class="unseen">{file}</span>
  </a>
)
