/** Marked forms whose submit the window does not hear. The core hears all others (`core/forms.ts`). */
import { readMark, sendForm } from '../../core/forms.js'
import { safely } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'

export function watchHiddenForms(snippet: Snippet): void {
  const send = (form: EventTarget | null) => sendForm(snippet, form, readOuterMark)
  const hear = ({ target }: Event) => send(target)
  // A submit event does not leave its shadow root. The events before it do: the focus of a field, or the click on a button, which
  // the browser makes itself when the shopper presses Enter.
  const hearRoot = (event: Event) => {
    const [field] = event.composedPath()
    const root = field instanceof Node && field.getRootNode()
    if (root instanceof ShadowRoot) root.addEventListener('submit', hear, true)
  }
  for (const name of ['focusin', 'click']) addEventListener(name, hearRoot, true)
  // A form that code submits raises no event.
  const { submit } = HTMLFormElement.prototype
  HTMLFormElement.prototype.submit = function () {
    safely(() => send(this))
    submit.call(this)
  }
}

/** The attributes of the nearest marked element, also round the form's shadow root. */
export function readOuterMark(form: Element): DOMStringMap {
  const mark = readMark(form)
  const { host }: { host?: Element } = Object(form.getRootNode())
  return mark.addToList === undefined && host ? readOuterMark(host) : mark
}
