/** Makes text of a page, a file or an API safe for a terminal or the operator's page. */

/** Escapes control characters and invisible ones, such as those that turn the direction of text, as JSON does. */
export function toSafeText(text: string): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => sign.split('').map(toEscape).join(''))
}

/** Escapes each line, and keeps line breaks. */
export const toSafeLines = (text: string): string => text.split('\n').map(toSafeText).join('\n')
