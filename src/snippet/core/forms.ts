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
  addEventListener('submit', ({ target }) => sendForm(snippet, target), true)
  // A form that code submits raises no event. Some pages have frozen the prototype.
  const { submit } = HTMLFormElement.prototype
  safely(() => {
    HTMLFormElement.prototype.submit = function () {
      sendForm(snippet, this)
      submit.call(this)
    }
  })
  // The window sees the focus of a field in a shadow root as the focus of its host, but the path begins with the field.
  const hearFocus = ([field]: EventTarget[]) => {
    snippet.focused.add(field as Element)
    if (readMark(field as Element).addToList !== undefined) void importRest(snippet)
  }
  addEventListener('focusin', (event) => safely(() => hearFocus(event.composedPath())), true)
}

/** Sends a marked form. A page may dispatch a `submit` event on any element. */
export function sendForm(snippet: Snippet, form: EventTarget | null): void {
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
