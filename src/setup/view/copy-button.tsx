/** Copies a text, and says so. */
import { useEffect, useState } from 'preact/hooks'

const FEEDBACK_MS = 2000

interface CopyProps {
  title: string
  text: string
  /** ID of the element that shows the text. It is selected if the browser does not copy. */
  source: string
}

export function CopyButton({ title, text, source }: CopyProps) {
  const [result, setResult] = useState<'' | 'Copied' | 'Selected'>('')
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(''), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [result])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult('Copied'),
      () => setResult(copySelected(source) ? 'Copied' : 'Selected'), // not allowed, as on http pages of another machine
    )
  return (
    <>
      <button type="button" aria-label={`Copy: ${title}`} onClick={() => void copy()}>
        {result || 'Copy'}
      </button>
      <span role="status" class="unseen">
        {result && `${title}: ${result === 'Copied' ? 'copied.' : 'selected. Press Ctrl+C.'}`}
      </span>
    </>
  )
}

/** Leaves the text selected, which helps if the browser refuses this too. */
function copySelected(source: string): boolean {
  const element = document.getElementById(source)
  if (element) getSelection()?.selectAllChildren(element)
  return document.execCommand('copy')
}
