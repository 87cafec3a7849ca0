/** Guards against the surprises of a page. */

/**
 * Returns undefined if the action throws. For actions that may throw on any page and must not stop anything: refused storage,
 * a getter or toJSON of the page, a circular value, an invalid date or language.
 */
export function safely<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** An object or a list, else undefined. Other texts are not parsed, because an error takes milliseconds to create. */
export function parseJson(text: unknown): unknown {
  return typeof text === 'string' && /^\s*[[{]/.test(text) ? safely(() => JSON.parse(text)) : undefined
}

/** Ignores the toJSON() that Prototype 1.6 gives to arrays (test/browser/old-libraries.spec.ts). The replacer is slow, so it is rare. */
export const toJson = (value: object): string => JSON.stringify(value, 'toJSON' in [] ? asItIs : undefined)

function asItIs(this: Record<string, unknown>, name: string): unknown {
  return this[name]
}

/** The promise's value, or the other value after this time. The promise must not reject. The timer is left to run out. */
export const within = <T, Late>(ms: number, promise: Promise<T>, late: Late): Promise<T | Late> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, late)
    void promise.then(resolve)
  })

export type MayBeLate<T> = T | Promise<T>

/** `instanceof` would fail: the page may have another Promise. */
export const isLate = <T>(value: MayBeLate<T>): value is Promise<T> => typeof Object(value).then === 'function'
