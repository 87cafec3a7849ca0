/** Looks at a page of the shop as a browser would, and says what keeps Ringup from working there. Sends no event. */
import type { Settings } from '../settings.js'
import { lookAtConsent } from './consent.js'
import { lookAtEndpoint } from './endpoint.js'
import { fetchPage, type Page } from './fetch-page.js'
import { type Finding, ok, problem, warning } from './finding.js'
import { findConnectBlock, findScriptBlock, type Policy, readPolicies } from './policy.js'
import { type Html, readHtml } from './read-html.js'
import { findTags, lookAtTag, type Tag } from './read-tag.js'
import { type Build, lookAtScript } from './snippet.js'

interface Known {
  /** Undefined when they are not in order, or not here. */
  settings: Settings | undefined
  /** Where health and metrics of the proxy of these settings are; undefined: nobody knows. */
  admin: string | undefined
  build: Build | undefined
  /** The page is opened in a browser too, which runs its scripts. */
  isOpened?: boolean
}

/** @returns whether there is a page */
export async function* lookAtPage(address: string, known: Known): AsyncGenerator<Finding, boolean> {
  const page = await fetchPage(address)
  if (typeof page === 'string') {
    yield problem(page)
    return false
  }
  yield* lookAtAnswer(page, address)
  if (page.status >= 400) return false
  yield* lookAtHtml(page, known)
  return true
}

async function* lookAtHtml(page: Page, { settings, admin, build, isOpened }: Known): AsyncGenerator<Finding> {
  const html = readHtml(page.text)
  const base = URL.canParse(html.baseHref ?? '', page.url) ? new URL(html.baseHref ?? '', page.url) : page.url
  const tags = findTags(html, base)
  const [tag] = tags
  if (!tag) return yield (isOpened ? warning : problem)(toMissing(html, isOpened))
  yield ok(`The page has the script: ${tag.url.href}.`)
  yield* lookAtTag(html, tags, settings && [...settings.lists.keys()])
  yield* lookAtConsent(html, tag, settings?.tag)
  yield* lookAtScript(tag, page.url, build)
  const policies = [page.headers.get('content-security-policy'), ...html.policies].flatMap(readPolicies)
  if (policies.length > 0) yield* lookAtPolicies(policies, tag, page.url)
  const endpoint = toEndpoint(tag, base, page.url)
  if (!endpoint) {
    return yield problem(
      `The script is from ${tag.url.origin} and the page from ${page.url.origin}: set data-endpoint on the tag.`,
    )
  }
  yield* lookAtWay(policies, endpoint, page.url)
  yield* lookAtEndpoint(endpoint, page.url, admin)
}

/** The same of the shop's own pages alone, so that nobody has the proxy fetch what it likes. */
export async function lookAtShopPage(address: string, settings: Settings): Promise<Finding[]> {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null'
  if (!settings.origins.includes(origin))
    return [problem(`The proxy refuses ${origin}: add it to RINGUP_ORIGINS, and restart the proxy.`)]
  const findings: Finding[] = []
  for await (const finding of lookAtPage(address, { settings, admin: undefined, build: undefined }))
    findings.push(finding)
  return findings
}

function* lookAtAnswer({ url, status, headers, isCut }: Page, address: string): Generator<Finding> {
  if (status >= 400) yield problem(`The page answers ${status}. Is it one that a visitor can open without logging in?`)
  else if (!/html/i.test(headers.get('content-type') ?? 'html')) {
    yield problem('The content type says that this is not HTML.')
  }
  if (url.href !== new URL(address).href) yield ok(`The page redirects to ${url.origin}${url.pathname}.`)
  if (isCut) yield warning('The page is over 2 MiB; only the beginning is looked at.')
}

/** Tag managers add the script while the page runs, which nothing here does. */
function toMissing({ scripts }: Html, isOpened = false): string {
  const isTagged = scripts.some(({ attributes, text }) =>
    /googletagmanager\.com\/(gtm|gtag)/.test(`${attributes.get('src')} ${text}`),
  )
  const missing = 'The page’s HTML has no tag of the script (ringup.js).'
  if (isOpened) return `${missing} The browser tells whether a script of the page adds it.`
  return isTagged
    ? `${missing} It has Google Tag Manager: a tag in there is not seen here, only in its preview and in the debug panel.`
    : `${missing} Add it; one that another script adds is not seen here.`
}

/** The endpoint that the snippet would find: the setting, or the script's own folder on the page's origin. */
function toEndpoint({ url, settings }: Tag, base: URL, page: URL): URL | undefined {
  const set = settings.get('endpoint')
  if (set !== undefined && URL.canParse(set, base)) return new URL(set, base)
  return url.origin === page.origin ? new URL('.', url) : undefined
}

function* lookAtPolicies(policies: Policy[], { url, script }: Tag, page: URL): Generator<Finding> {
  const nonce = script.attributes.get('nonce')
  const block = findScriptBlock(policies, page, { url, nonce, integrity: script.attributes.get('integrity') })
  if (block) {
    const add = nonce ? url.origin : `${url.origin}, or the page’s nonce to the tag`
    yield problem(`The page’s Content-Security-Policy blocks the script (${block}): add ${add}.`)
  } else yield ok('The page’s Content-Security-Policy allows the script.')
  if (policies.some((policy) => policy.has('sandbox') && !policy.get('sandbox')?.includes('allow-same-origin'))) {
    yield problem('The page’s Content-Security-Policy has sandbox without allow-same-origin: its origin is null.')
  }
}

function* lookAtWay(policies: Policy[], endpoint: URL, page: URL): Generator<Finding> {
  if (page.protocol === 'https:' && endpoint.protocol === 'http:') {
    yield problem(`The page is https and the endpoint is not: browsers refuse ${endpoint.href}.`)
  }
  const block = findConnectBlock(policies, page, endpoint)
  if (block) {
    yield problem(
      `The page’s Content-Security-Policy blocks the endpoint (${block}): add ${endpoint.origin} to connect-src.`,
    )
  } else if (policies.length > 0) yield ok('The page’s Content-Security-Policy allows the endpoint.')
}
