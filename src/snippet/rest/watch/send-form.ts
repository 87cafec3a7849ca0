/** Marked forms, once the rest is there: reads them on submit, and says which line a page needs whose form never submits. */
import { addToList } from '../../core/call.js'
import { ofNode } from '../../core/globals.js'
import { safely } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { MARK } from '../../core/watch-forms.js'
import { hearChange, readFields } from '../gather/form.js'
import { query } from '../gather/query.js'
import { isDisplayed } from '../is-displayed.js'

/** Words of a button that does not sign up. */
const UNSUBSCRIBE =
  /unsubscri|opt.?out|abmeld|austrag|d[ée]sabonn|d[ée]sinscri|disiscri|de baja|uitschrij|afmeld|avmeld|frameld|wypis|odhl[áa]s/i

/** The time in which a click submits its form. */
const SUBMIT_MS = 1_000

/** Forms of which a submit was heard, also if it did not sign anyone up. */
const submitted = new WeakSet<Element>()

export function watchFields(snippet: Snippet): void {
  // The shopper may have typed a password before this file was loaded.
  for (const target of query(document, '[type=password]')) hearChange({ isTrusted: false, target })
  for (const name of ['input', 'change']) addEventListener(name, hearChange, true)
  // A form that code submits raises no event. Some pages have frozen the prototype.
  const { submit } = HTMLFormElement.prototype
  safely(() => {
    HTMLFormElement.prototype.submit = function () {
      sendForm(snippet, this)
      submit.call(this)
    }
  })
  addEventListener('click', (event) => safely(() => hearClick(event.composedPath()[0])), true)
}

/** Warns a developer if the click on the button of a marked form does not submit it. */
function hearClick(target: EventTarget | undefined): void {
  const form = ofNode(target as Element, 'closest')('button, [type=submit], [type=button]')?.closest('form')
  const list = form && readMark(form).addToList
  if (!form || list === undefined || !isValid(form)) return
  setTimeout(() => {
    if (!submitted.has(form))
      console.warn(
        `Ringup: the form for ${list} was clicked and not submitted. Where your code sends it, add: addToList('${list}', form)`,
      )
  }, SUBMIT_MS)
}

/** Sends a marked form. A page may dispatch a `submit` event on any element. */
export function sendForm(snippet: Snippet, form: unknown, event?: SubmitEvent): void {
  safely(() => {
    if (!(form instanceof HTMLFormElement)) return
    submitted.add(form)
    const { addToList: list, addToListIf: box, signature } = readMark(form)
    if (list === undefined || !isValid(form) || isUnsubscribe(event?.submitter)) return
    // A box may have a hidden twin of the same name, which an unchecked box submits.
    if (box && !ofNode(form, 'querySelector')(`:is(${box}):checked`)) return
    void addToList(snippet, Date.now(), list, form, { signature })
  })
}

/**
 * Checks the fields that the shopper can see. checkValidity() would show the shopper messages that the shop has not asked for. A field
 * that is not displayed cannot be corrected.
 */
const isValid = (form: HTMLFormElement): boolean =>
  readFields(form).every((field) => !field.matches(':invalid') || field.localName === 'fieldset' || !isDisplayed(field))

const isUnsubscribe = (button: HTMLElement | null | undefined): boolean => {
  const { name, value, textContent } = Object(button)
  return UNSUBSCRIBE.test(`${name} ${value} ${String(textContent).slice(0, 100)}`)
}

/** The attributes of the nearest marked element: the form itself, or an element around it, also around its shadow root. */
function readMark(form: Element): DOMStringMap {
  const marked = ofNode(form, 'closest')<HTMLElement>(MARK)
  if (marked) return ofNode(marked, 'dataset')
  const { host }: { host?: Element } = Object(ofNode(form, 'getRootNode')())
  return host ? readMark(host) : {}
}
