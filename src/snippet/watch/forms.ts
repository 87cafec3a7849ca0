/**
 * Forms that carry `data-add-to-list`, or stand in an element that does, are sent when they are submitted, whatever else the
 * page does with them.
 */
import { safely } from '../safely.js'

/** A form that was submitted, the list it is for, and the signature for it. */
export type OnForm = (list: string, form: HTMLFormElement, signature: string | undefined) => void

/** Listens on the window and before all others, so that nobody stops it. */
export function watchForms(onForm: OnForm): void {
  const hear = ({ target }: Event) => safely(() => sendForm(target, onForm))
  addEventListener('submit', hear, true)
  // A submit does not leave the shadow root it happens in, but what comes before it does: the focus of a field, or the
  // click on a button, which the browser makes itself where the shopper presses Enter.
  const hearRoot = (event: Event) => {
    const [field] = event.composedPath()
    const root = field instanceof Node && field.getRootNode()
    // What is submitted in the document the window has heard.
    if (root instanceof ShadowRoot) root.addEventListener('submit', hear, true)
  }
  for (const name of ['focusin', 'click']) addEventListener(name, hearRoot, true)
  // Submitted by code a form tells nobody.
  const { submit } = HTMLFormElement.prototype
  HTMLFormElement.prototype.submit = function () {
    safely(() => sendForm(this, onForm))
    submit.call(this)
  }
}

/** A page may dispatch a `submit` of its own making on anything. */
function sendForm(form: EventTarget | null, onForm: OnForm): void {
  if (!(form instanceof HTMLFormElement)) return
  const { addToList: list, addToListIf: box, signature } = readMark(form)
  // By selector and not by checkValidity(), which would show the shopper messages the shop has not asked for.
  if (list === undefined || !Element.prototype.matches.call(form, ':valid')) return
  // A box may have a hidden twin of its name, which is what a box that is not checked submits.
  const isChecked = (each: HTMLInputElement) => each.checked
  if (box && ![...form.querySelectorAll<HTMLInputElement>(box)].some(isChecked)) return
  onForm(list, form, signature)
}

/** The attributes of the nearest element that is marked: the form itself, or one round it, also round its shadow root. */
export function readMark(form: Element): DOMStringMap {
  const marked = Element.prototype.closest.call(form, '[data-add-to-list]')
  const { host }: { host?: Element } = Object(form.getRootNode())
  if (marked) return Reflect.get(HTMLElement.prototype, 'dataset', marked)
  return host ? readMark(host) : {}
}
