/**
 * Builds of the script with less in them. The proxy serves the smallest that has what the served settings use; what a page asks for
 * besides, the script itself imports (`REST`).
 */

export interface Parts {
  /** Selectors, marks and JSON-LD: the page itself says the order. */
  dom: boolean
  /** Sign-ups: marked forms, and `addToList()`. */
  forms: boolean
  /** Consent recipes: the shop's consent platform is heard. */
  platforms: boolean
}

/** The builds, the smallest first; the last is the whole script. */
export const VARIANTS: readonly { file: string; parts: Parts }[] = [
  { file: 'ringup-data-layer.js', parts: { dom: false, forms: false, platforms: false } },
  { file: 'ringup-data-layer-forms.js', parts: { dom: false, forms: true, platforms: false } },
  { file: 'ringup-dom.js', parts: { dom: true, forms: false, platforms: false } },
  { file: 'ringup.js', parts: { dom: true, forms: true, platforms: true } },
]

/** What a smaller build lacks, beside it, as a module. */
export const REST = 'ringup-rest.js'

/**
 * Answers what a shop uses by its settings. A page may ask for more: it gets it, a moment later.
 *
 * @param hasLists sign-ups are expected, so forms are
 */
export function toParts(settings: Readonly<Record<string, unknown>>, hasLists: boolean): Parts {
  const { selectors, adapter, email, convertOn, consent } = settings
  const isPath = email === undefined || /^[\w.]+$/.test(String(email))
  return {
    dom: selectors !== undefined || adapter === 'dom' || adapter === 'json-ld' || convertOn === 'load' || !isPath,
    forms: hasLists,
    platforms: typeof consent === 'object',
  }
}

/** The file of the smallest build that has all of these. */
export function chooseVariant(parts: Parts): string {
  const names = ['dom', 'forms', 'platforms'] as const
  const fits = VARIANTS.find((variant) => names.every((name) => variant.parts[name] || !parts[name]))
  return fits?.file ?? 'ringup.js'
}
