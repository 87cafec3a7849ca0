/** What keeps the page's own surprises out of here. */

/**
 * Undefined when the action throws. For what may throw on any page and stop nothing: storage the shopper has
 * refused, a getter or toJSON of the page, a circular value, a date or language that is none.
 */
export function safely<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** An object or a list. Undefined when it is neither; nothing else is tried, for an error takes milliseconds to make. */
export function parseJson(text: unknown): unknown {
  return typeof text === 'string' && /^\s*[[{]/.test(text) ? safely(() => JSON.parse(text)) : undefined
}

/** Prototype 1.6 gives arrays a toJSON() that makes texts of them (test/browser/old-libraries.spec.ts). Passing it by takes its time. */
export const toJson = (value: object): string => JSON.stringify(value, 'toJSON' in [] ? asItIs : undefined)

function asItIs(this: Record<string, unknown>, name: string): unknown {
  return this[name]
}

/** What the promise comes to within this time, else the other value. It must not reject. */
export async function within<T, Late>(ms: number, promise: Promise<T>, late: Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  const first = await Promise.race([promise, timeout])
  clearTimeout(timer)
  return first
}

export type MayBeLate<T> = T | Promise<T>

/** Not by `instanceof`: the page may have another Promise. */
export const isLate = <T>(value: MayBeLate<T>): value is Promise<T> => typeof Object(value).then === 'function'
