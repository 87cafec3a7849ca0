/** Forms that carry `data-add-to-list` are sent when they are submitted, whatever else the page does with them. */
import { addToList } from './add-to-list.js'
import { safely } from './safely.js'

/** On the window and before all others, so that nobody stops it. */
export function sendForms(): void {
  addEventListener('submit', ({ target }) => safely(() => sendForm(target)), true)
}

/** A page may dispatch a `submit` of its own making on anything. */
function sendForm(form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement)) return
  // By the prototype: <input name="matches"> stands before it in the form's own properties.
  const { matches, querySelector } = Element.prototype
  const { addToList: list, addToListIf: box, signature } = Reflect.get(HTMLElement.prototype, 'dataset', form)
  // By selector and not by checkValidity(), which would show the shopper messages the shop has not asked for.
  if (list === undefined || !matches.call(form, ':valid')) return
  if (box && !Object(querySelector.call(form, box)).checked) return
  void addToList(list, form, { signature })
}
