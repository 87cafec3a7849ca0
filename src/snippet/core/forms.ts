/**
 * Marked forms: forms with `data-add-to-list`, or inside an element that has it. They are sent on submit, even if the
 * page's own code handles the submit. A form loads the rest when it gets focus, because the rest reads it field by
 * field.
 */
import { addToList } from './call.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import type { Snippet } from './snippet.js'

export function watchForms(snippet: Snippet): void {
  // Listens on the window in the capture phase, so no other handler can stop the event first.
  const hearSubmit = ({ target }: Event) => sendForm(snippet, target)
  addEventListener('submit', hearSubmit, true)
  // A form that code submits raises no event. Some pages have frozen the prototype.
  const { submit } = HTMLFormElement.prototype
  safely(() => {
    HTMLFormElement.prototype.submit = function () {
      sendForm(snippet, this)
      submit.call(this)
    }
  })
  // A submit event does not leave its shadow root. The focus of a field and the click on a button do, and come before it.
  // The browser makes this click itself when the shopper presses Enter. The path begins with the field, because the window
  // sees the shadow root's host as the target.
  const hear = (field: Element, isFocus: boolean) => {
    const root = field.getRootNode()
    if (root instanceof ShadowRoot) root.addEventListener('submit', hearSubmit, true)
    if (!isFocus) return
    snippet.focused.add(field)
    if (readMark(field).addToList !== undefined) void importRest(snippet)
  }
  for (const name of ['focusin', 'click'])
    addEventListener(name, (event) => safely(() => hear(event.composedPath()[0] as Element, name === 'focusin')), true)
}

/** Sends a marked form. A page may dispatch a `submit` event on any element. */
function sendForm(snippet: Snippet, form: EventTarget | null): void {
  safely(() => {
    if (!(form instanceof HTMLFormElement)) return
    const { addToList: list, addToListIf: box, signature } = readMark(form)
    // checkValidity() would show the shopper messages that the shop has not asked for.
    if (list === undefined || !Element.prototype.matches.call(form, ':valid')) return
    // A box may have a hidden twin of the same name, which an unchecked box submits.
    if (box && !form.querySelector(`:is(${box}):checked`)) return
    void addToList(snippet, Date.now(), list, form, { signature })
  })
}

/** The attributes of the nearest marked element: the form itself, or an element round it, also round its shadow root. */
export function readMark(form: Element): DOMStringMap {
  const marked = Element.prototype.closest.call(form, '[data-add-to-list]')
  if (marked) return Reflect.get(HTMLElement.prototype, 'dataset', marked)
  const { host }: { host?: Element } = Object(form.getRootNode())
  return host ? readMark(host) : {}
}
