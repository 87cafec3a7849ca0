/** Text from a page, a file or an API, for a terminal or a page of the operator's: it shows what it is and steers nothing. */

/** Escapes controls, and signs that nobody sees, such as those that turn the direction of text, as JSON would do it. */
export function toSafeText(text: string): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => sign.split('').map(toEscape).join(''))
}

/** Does the same, and leaves line breaks as they are. */
export const toSafeLines = (text: string): string => text.split('\n').map(toSafeText).join('\n')
