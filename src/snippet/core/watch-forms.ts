/**
 * Marked forms: forms with `data-add-to-list`, or inside an element that has it. The rest reads them. The core hears them first, loads
 * the rest when a form gets focus, and hands over the form that is submitted.
 */
import { ofNode } from './globals.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import type { Snippet } from './snippet.js'

export const MARK = '[data-add-to-list]'

export function watchForms(snippet: Snippet): void {
  const hear = (event: Event) =>
    safely(() => {
      const path = event.composedPath() as (Element & Partial<ShadowRoot>)[]
      // A submit event does not leave its shadow root, so it is heard there. The focus of a field and the click on a button do leave.
      if (event.currentTarget === globalThis && !path.some((each) => ofNode(each, 'matches')?.(MARK))) return
      for (const each of path) if (ofNode(each, 'host')) each.addEventListener('submit', hear, true)
      const send = () => event.type === 'submit' && snippet.rest?.sendForm(snippet, path[0], event as SubmitEvent)
      if (snippet.rest) send()
      else void importRest(snippet).then(send)
    })
  // Listens on the window in the capture phase, so no other handler can stop the event first.
  for (const name of ['focusin', 'click', 'submit']) addEventListener(name, hear, true)
}
