/** Copies a text, and says so. */
import { useEffect, useState } from 'preact/hooks'
import type { Dispatch } from '../state.js'

const FEEDBACK_MS = 2000

interface CopyProps {
  title: string
  text: string
  /** ID of the element that shows the text: selected where copying is refused. */
  source: string
  dispatch: Dispatch
}

export function CopyButton({ title, text, source, dispatch }: CopyProps) {
  const [state, setState] = useState<'' | 'Copied' | 'Selected'>('')
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setState(''), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(source), // not allowed, or not there: on http pages of another machine
    )
    setState(isCopied ? 'Copied' : 'Selected')
    dispatch({
      do: 'announce',
      announcement: isCopied ? `${title} copied.` : `${title} is selected: press Ctrl+C to copy it.`,
    })
  }

  return (
    <button type="button" aria-label={`Copy: ${title}`} data-copied={state === 'Copied' || undefined} onClick={copy}>
      {state || 'Copy'}
    </button>
  )
}

/** Leaves the text selected, which helps where even this is refused. */
function copySelected(source: string): boolean {
  const element = document.getElementById(source)
  if (element) getSelection()?.selectAllChildren(element)
  return document.execCommand('copy')
}
