/** Guards against errors that a page's own code causes. */

/**
 * Returns undefined if the action throws. Used for actions that may throw on any page and must not stop the script:
 * refused storage, a getter or toJSON of the page, a circular value, an invalid date or language.
 */
export function safely<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** No text that the page keeps or sends is longer. A longer one would block the page. */
const MAX_JSON = 200_000

/**
 * Parses an object or a list, else returns undefined. Other texts are not parsed, because creating an error takes
 * milliseconds.
 */
export const parseJson = (text: unknown): unknown =>
  typeof text === 'string' && text.length < MAX_JSON && /^\s*[[{]/.test(text)
    ? safely(() => JSON.parse(text))
    : undefined

/**
 * Ignores the toJSON() that Prototype 1.6 gives to arrays (test/browser/old-libraries.spec.ts). The replacer is slow,
 * so it is used only on such pages.
 */
export const toJson = (value: object): string => JSON.stringify(value, 'toJSON' in [] ? asItIs : undefined)

function asItIs(this: Record<string, unknown>, name: string): unknown {
  return this[name]
}

/**
 * Resolves to the promise's value, or to the other value after this time. The promise must not reject. The timer is not
 * cleared.
 */
export const within = <T, Late>(ms: number, promise: Promise<T>, late: Late): Promise<T | Late> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, late)
    void promise.then(resolve)
  })

export type MayBeLate<T> = T | Promise<T>

/** Recognises a promise. `instanceof` would fail, because the page may have another Promise. */
export const isLate = <T>(value: MayBeLate<T>): value is Promise<T> => typeof Object(value).then === 'function'
