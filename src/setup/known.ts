/** Facts of the running proxy, which the set-up page does not ask for. */

/** The place of this data in the page. A page opened as a file has none. */
export const KNOWN_PLACE = '<!--known-->'

/** Settings of the tag, as RINGUP_TAG has them. */
export type TagSettings = Record<string, unknown>

export interface Known {
  /** The shop's first origin. */
  origin: string
  endpoint: string
  /** The settings that are served with the script. `canKeep`: a file holds them, and an operator can sign in. */
  tag: { settings: TagSettings; canKeep: boolean }
  /** Platforms whose webhooks have a secret. */
  webhooks: string[]
}

interface Settings {
  origins: string[]
  port: number
  path: string
  tag: TagSettings | undefined
  /** The file that the settings are in; undefined: RINGUP_TAG has them itself. */
  tagFile?: string | undefined
  adminTokens: string[]
  shopifySecrets: string[]
  wooCommerceSecrets: string[]
}

const OWN_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/

/** @param settings the proxy's, whose secrets are only counted */
export function toKnown(settings: Settings): Known {
  const { origins, port, path, tag = {}, tagFile, adminTokens, shopifySecrets, wooCommerceSecrets } = settings
  const [origin = ''] = origins
  // A page on this machine is a trial: no web server leads to the proxy. A port that the system chooses is not known here.
  const host = OWN_MACHINE.test(origin) && port > 0 ? `http://localhost:${port}` : origin
  return {
    origin,
    endpoint: host + path,
    tag: { settings: tag, canKeep: tagFile !== undefined && adminTokens.length > 0 },
    webhooks: [
      ...(shopifySecrets.length > 0 ? ['shopify'] : []),
      ...(wooCommerceSecrets.length > 0 ? ['woocommerce'] : []),
    ],
  }
}

/** Writes the proxy's data into the set-up page, and a link to the operator's page next to it. */
export const withKnown = (page: string, known?: Known): string =>
  page.replace(
    KNOWN_PLACE,
    () => `<nav aria-label="Ringup"><a href="/">Operator’s page</a></nav>
<script type="application/json" id="known">${toScriptText(known ?? null)}</script>`,
  )

/** JSON that cannot end its script element. */
export const toScriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
