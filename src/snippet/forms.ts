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
  const { addToList: list, addToListIf: box, signature } = form.dataset
  // By selector and not by checkValidity(), which would show the shopper messages the shop has not asked for.
  if (list === undefined || !form.matches(':valid')) return
  if (box && !form.querySelector<HTMLInputElement>(box)?.checked) return
  void addToList(list, form, { signature })
}
