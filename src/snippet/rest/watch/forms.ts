/**
 * Marked forms in a shadow root. The window does not hear their submit events. The core hears all other forms
 * (`core/forms.ts`).
 */
import { sendForm } from '../../core/forms.js'
import type { Snippet } from '../../core/snippet.js'

export function watchHiddenForms(snippet: Snippet): void {
  const hear = ({ target }: Event) => sendForm(snippet, target)
  // A submit event does not leave its shadow root. The events before it do: the focus of a field, or the click on a
  // button. The browser makes this click itself when the shopper presses Enter.
  const hearRoot = (event: Event) => {
    const [field] = event.composedPath()
    const root = field instanceof Node && field.getRootNode()
    if (root instanceof ShadowRoot) root.addEventListener('submit', hear, true)
  }
  for (const name of ['focusin', 'click']) addEventListener(name, hearRoot, true)
}
