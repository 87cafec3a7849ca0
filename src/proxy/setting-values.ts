/** Checks and reads the values of variables. */

export const toParts = (text: string) => text.split(',').map((part) => part.trim())

export function isApiUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  const encrypted = protocol === 'https:' || (protocol === 'http:' && loopback)
  // Empty queries and fragments are refused too, because a path appended to the address would become part of them.
  return encrypted && !/[?#]/.test(value) && !(username || password)
}

export function isAlertUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && !(username || password)
}

export const isPostgres = (database: string) => /^postgres(ql)?:\/\//.test(database)

/**
 * Refuses an address without a database's name, because the server would use the user's name, which is probably a
 * mistake. Refuses an `@` after the host too. It ends a password with a `/` in it, whose start would be read as the
 * host and shown.
 */
export function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { pathname, username, search, hash } = new URL(value)
  return /^\/[^/@]+$/.test(pathname) && hash === '' && (username !== '' || !search.includes('@'))
}

export function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value)
}

/**
 * Advises about a wrong origin. The sentence shows only a host, which is public, because a secret may have been pasted
 * into the wrong place.
 */
export function adviseOrigin(value: string): string | undefined {
  const wrong = toParts(value).find((part) => !isOrigin(part)) ?? ''
  if (wrong === '*') return 'must be origins by name, such as https://shop.example; * would be everyone'
  if (/^(?=.*\.)[a-z\d.-]+$/i.test(wrong)) return 'must be origins with their scheme: put https:// before the name'
  if (!/^https?:\/\//i.test(wrong) || !URL.canParse(wrong)) return undefined
  const { origin } = new URL(wrong)
  if (wrong === `${origin}/`) return `must be as browsers send it: remove the slash at the end of ${wrong}`
  return `must be as browsers send it: write ${origin}`
}

export function toJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
