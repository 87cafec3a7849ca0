/** What runs without being called: the event that converts by itself, the marked forms, the drain. */
import { addToList } from './add-to-list.js'
import { attempt } from './attempt.js'
import { convertOn } from './convert-on.js'
import { drainCopies } from './outbox.js'
import { onShow, onSubmit } from './page-life.js'

export function start(): void {
  onSubmit(({ target: form }) =>
    // A page may dispatch a `submit` of its own making on anything.
    attempt(() => {
      const { addToList: list, addToListIf: box } = form.dataset
      // By selector and not by checkValidity(), which would show the shopper messages the shop has not asked for.
      if (form.matches('[data-add-to-list]:valid') && (!box || form.querySelector<HTMLInputElement>(box)?.checked))
        void addToList(list as string, form, form.dataset) // its signature
    }),
  )
  onShow(drainCopies)
  convertOn()
}
