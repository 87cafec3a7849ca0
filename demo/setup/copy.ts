/** The copy buttons. */
import { find } from './elements.js'

const FEEDBACK_MS = 2000

/** @param news is told what happened, for screen readers */
export function onCopy(news: HTMLElement): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => void copy(button, news))
  }
}

async function copy(button: HTMLButtonElement, news: HTMLElement) {
  const source = find(button.dataset.copy ?? '')
  const isCopied = await navigator.clipboard.writeText(source.textContent ?? '').then(
    () => true,
    () => copySelected(source), // not allowed, or not there: on http pages of another machine
  )
  const title = button.getAttribute('aria-label')?.replace(/^Copy: /, '') ?? ''
  news.textContent = isCopied ? `${title} copied.` : `${title} is selected: press Ctrl+C to copy it.`
  button.textContent = isCopied ? 'Copied' : 'Selected'
  button.toggleAttribute('data-copied', isCopied)
  setTimeout(() => {
    button.textContent = 'Copy'
    button.removeAttribute('data-copied')
  }, FEEDBACK_MS)
}

/** Leaves the text selected, which helps where even this is refused. */
function copySelected(source: HTMLElement): boolean {
  getSelection()?.selectAllChildren(source)
  return document.execCommand('copy')
}
