/**
 * Whether a Content-Security-Policy lets a script, or a request, through: as far as one script tag and one endpoint need it.
 * Follows "Content Security Policy Level 3", 6.7 (W3C, working draft of 2025).
 */

/** Sources by directive; of a directive said twice the first counts. */
export type Policy = Map<string, string[]>

/** @param header may hold several policies, with commas; all of them have to let a thing through */
export function readPolicies(header: string | null | undefined): Policy[] {
  return (header ?? '')
    .split(',')
    .map(readPolicy)
    .filter((policy) => policy.size > 0)
}

function readPolicy(text: string): Policy {
  const policy: Policy = new Map()
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/[\t\n\f\r ]+/)
    const key = name.toLowerCase()
    if (key !== '' && !policy.has(key)) policy.set(key, sources)
  }
  return policy
}

interface ScriptTag {
  url: URL
  nonce: string | undefined
  integrity: string | undefined
}

const SCRIPT = ['script-src-elem', 'script-src', 'default-src']
const CONNECT = ['connect-src', 'default-src']

/** @returns the directive that keeps the script out; undefined when nothing does */
export function findScriptBlock(policies: Policy[], page: URL, tag: ScriptTag): string | undefined {
  const { url, nonce, integrity } = tag
  return findBlock(policies, SCRIPT, (sources) => {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
    if (hasHashes(sources, integrity)) return true
    // With it, nothing but nonces, hashes and what trusted scripts add counts; this tag stands in the page itself.
    const isStrict = sources.some((source) => source.toLowerCase() === "'strict-dynamic'")
    return !isStrict && sources.some((source) => matchesSource(source, url, page))
  })
}

/** @returns the directive that keeps the page from the address; undefined when nothing does */
export function findConnectBlock(policies: Policy[], page: URL, url: URL): string | undefined {
  return findBlock(policies, CONNECT, (sources) => sources.some((source) => matchesSource(source, url, page)))
}

function findBlock(policies: Policy[], names: string[], allows: (sources: string[]) => boolean): string | undefined {
  for (const policy of policies) {
    const name = names.find((each) => policy.has(each))
    if (name !== undefined && !allows(policy.get(name) ?? [])) return name
  }
  return undefined
}

/** A script with `integrity` is let through when each hash that it names is one of the policy's. */
function hasHashes(sources: string[], integrity = ''): boolean {
  const hashes = integrity.split(/[\t\n\f\r ]+/).filter((token) => /^sha(256|384|512)-/.test(token))
  return hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash.replace(/\?.*/, '')}'`))
}

const HOST_SOURCE =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i

function matchesSource(source: string, url: URL, page: URL): boolean {
  if (source === '*') return /^(https?|wss?):$/.test(url.protocol) || url.protocol === page.protocol
  const [, schemeAlone] = /^([a-z][a-z\d+.-]*):$/i.exec(source) ?? []
  if (schemeAlone !== undefined) return isScheme(schemeAlone, url)
  const named = source.toLowerCase() === "'self'" ? page.origin : source
  const [, scheme, host, port, path] = HOST_SOURCE.exec(named) ?? []
  if (host === undefined) return false // a nonce, a hash, another keyword, or nothing that can be read
  return (
    isScheme(scheme ?? page.protocol.slice(0, -1), url) &&
    isHost(host.toLowerCase(), url) &&
    isPort(port, url) &&
    isPath(path, url)
  )
}

/** `http` stands for https too. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  const [named, asked] = [scheme.toLowerCase(), protocol.slice(0, -1)]
  return named === asked || (named === 'http' && asked === 'https') || (named === 'ws' && /^(wss|https?)$/.test(asked))
}

function isHost(host: string, { hostname }: URL): boolean {
  if (host === '*') return true
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** A URL names no port that is its scheme's own. Port 80 stands for 443 too. */
const isPort = (port = '', url: URL): boolean =>
  port === '*' || url.port === port.replace(/^(80|443)$/, '') || url.port === port

/** A folder stands for all that is in it; anything else is one address. */
function isPath(path: string | undefined, { pathname }: URL): boolean {
  if (path === undefined || path === '/') return true
  const [named, asked] = [decode(path), decode(pathname)]
  return named.endsWith('/') ? asked.startsWith(named) : asked === named
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
