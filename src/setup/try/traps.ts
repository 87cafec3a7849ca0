/**
 * Fields of a form that people do not see and robots fill in. The snippet sees by the page's style that they are hidden; a
 * pasted form has only its own markup, so here it is read from that.
 */
const TRAP_NAME =
  /honey|^_?gotcha$|^hp[_-]|[_-]hp$|bot[_-]?field|^b_[0-9a-f]{10,}_[0-9a-f]+$|leave[_-]?(this[_-]?)?(blank|empty)|^(nospam|antispam)/i
const TRAP_CLASS = /\b(honey\w*|hp|hidden|d-none|visually-?hidden|sr-only|screen-reader-\w+|ohnohoney)\b/i
const TRAP_STYLE =
  /display:\s*none|visibility:\s*hidden|opacity:\s*0(?!\.)|(left|top|right|text-indent|margin-left):\s*-\d{3,}/i

/** Takes them out of the form. @returns their names */
export function removeTraps(form: HTMLFormElement): string[] {
  const traps = [...form.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
    (field) => field.name && /^(text|email|url|tel|textarea|)$/.test(field.type) && isTrap(field, form),
  )
  for (const field of traps) field.remove()
  return traps.map(({ name }) => name)
}

function isTrap(field: HTMLInputElement, form: Element): boolean {
  if (TRAP_NAME.test(field.name) || field.matches('[tabindex="-1"]')) return true
  for (let element: Element | null = field; element && element !== form; element = element.parentElement) {
    const { className } = element
    if (element.matches('[hidden], [aria-hidden=true]') || TRAP_STYLE.test(element.getAttribute('style') ?? ''))
      return true
    // A label may be for screen readers alone while its field is not.
    if (TRAP_CLASS.test(className)) return true
  }
  return false
}
