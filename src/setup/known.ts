/** Settings of the running proxy. The set-up page that it serves does not ask for this again, and shows only what differs. */

/** The place of this data in the page. A page opened as a file knows nothing. */
export const KNOWN_PLACE = '<!--known-->'

/** Settings of the tag, as RINGUP_TAG has them. */
export type TagSettings = Record<string, unknown>

export interface List {
  /** Public name. */
  name: string
  /** The API's own. */
  id: string
  /** Fields that a page may write besides the e-mail; undefined: the proxy's default. */
  fields?: string[] | '*'
}

export interface Known {
  /** The shop's first origin. */
  origin: string
  endpoint: string
  apiUrl: string
  lists: List[]
  /** The settings that are served with the script. A click here keeps others if they are in a file, and an operator can sign in. */
  tag: { settings: TagSettings; canKeep: boolean }
  origins: string[]
  path: string
  /** Events of sandboxed frames are taken, as Shopify's pixel sends them. */
  takesOpaqueOrigin: boolean
  /** Platforms whose webhooks have a secret. */
  webhooks: string[]
  /** The script with a hash in its name, as this proxy serves it; without it, the built one. */
  script?: Script | undefined
}

interface Script {
  file: string
  integrity: string
}

interface Settings {
  origins: string[]
  port: number
  path: string
  apiUrl: string
  lists: Map<string, { id: string; fields: string[] | '*' }>
  tag: TagSettings | undefined
  /** The file that the settings are in; undefined: RINGUP_TAG has them itself. */
  tagFile?: string | undefined
  allowOpaqueOrigin: boolean
  adminTokens: string[]
  shopifySecrets: string[]
  wooCommerceSecrets: string[]
}

const OWN_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/

/**
 * @param settings the proxy's, whose secrets are only counted
 * @param script the file with a hash that this proxy serves
 */
export function toKnown(settings: Settings, script?: Script): Known {
  const { origins, port, path, apiUrl, lists, tag = {}, tagFile, shopifySecrets, wooCommerceSecrets } = settings
  const [origin = ''] = origins
  // A page on this machine is a trial: no web server leads to the proxy. A port that the system chooses is not known here.
  const host = OWN_MACHINE.test(origin) && port > 0 ? `http://localhost:${port}` : origin
  return {
    origin,
    endpoint: host + path,
    apiUrl,
    lists: [...lists].map(([name, list]) => ({ name, ...list })),
    tag: { settings: tag, canKeep: tagFile !== undefined && settings.adminTokens.length > 0 },
    origins,
    path,
    takesOpaqueOrigin: settings.allowOpaqueOrigin,
    webhooks: [
      ...(shopifySecrets.length > 0 ? ['shopify'] : []),
      ...(wooCommerceSecrets.length > 0 ? ['woocommerce'] : []),
    ],
    ...(script && { script: { file: script.file, integrity: script.integrity } }),
  }
}

/** Writes the proxy's data into the set-up page, and a link to the operator's page beside it. */
export const withKnown = (page: string, known?: Known): string =>
  page.replace(
    KNOWN_PLACE,
    () => `<nav aria-label="Ringup"><a href="/">Operator’s page</a></nav>
<script type="application/json" id="known">${JSON.stringify(known ?? null).replaceAll('<', '\\u003c')}</script>`,
  )
