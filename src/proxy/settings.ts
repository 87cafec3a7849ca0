/** Reads the proxy's settings from the environment. Only this file of the proxy throws on purpose. */
import type { Event } from '../contract/event.js'
import { findSimilar } from '../contract/similar.js'
import { Environment, Lists, toKeys, toKinds, VARIABLES } from './environment.js'
import { isLoopback } from './network-cause.js'
import { toJson, toParts } from './setting-values.js'
import { readTag, type TagSettings } from './tag.js'

export { isPostgres } from './setting-values.js'

export interface List {
  /** The API's own identifier. It never comes from a browser and is never sent to one. */
  id: string
  /** The fields that an unsigned sign-up may write besides the e-mail, or `*` for every field. */
  fields: string[] | '*'
}

export interface Settings {
  /** The API's base_url without a slash at the end. */
  apiUrl: string
  /** The whole value of the `Authorization` header. */
  apiAuthorization: string
  /** Byte-equal to what browsers send as `Origin`. */
  origins: string[]
  /** Lists by their public name. */
  lists: Map<string, List>
  /** Path of the SQLite file, or the `postgres://` address with its password. */
  database: string
  /** 32 bytes each. The first encrypts, all decrypt. */
  keys: Uint8Array[]
  /** Secrets for signing. The shop signs with the first, all verify. Without secrets, every event is unsigned. */
  signingSecrets: string[]
  /** Tokens that a back end of the shop sends as `Authorization: Bearer …`. All are valid. */
  serverTokens: string[]
  /** Secrets of Shopify's webhooks. All are valid. Without secrets, the webhooks are not served. */
  shopifySecrets: string[]
  /** Secrets of WooCommerce's webhooks. All are valid. Without secrets, the webhooks are not served. */
  wooCommerceSecrets: string[]
  /** Kinds of events that are refused without a signature or server token. */
  requireSignature: Event['kind'][]
  /** Settings served with the script. Undefined without such settings. */
  tag: TagSettings | undefined
  /** The file that RINGUP_TAG names, which the set-up page may replace; undefined: it is JSON, a recipe's name, or not set. */
  tagFile: string | undefined
  /** Folder of the script's versions; undefined: the one next to the database. */
  scripts: string | undefined
  /** The number of the shop's own proxies in front that append to `X-Forwarded-For`. */
  trustedHops: number
  /** Accepts events without an origin or with the origin `null`, because sandboxed frames have none. */
  allowOpaqueOrigin: boolean
  /** Requests a minute of one address. */
  ratePerIp: number
  /** Events a minute in all. */
  rateTotal: number
  host: string
  port: number
  /** Host of health, metrics and the operator's page. */
  adminHost: string
  adminPort: number
  /**
   * Tokens that a user of the operator's page types before changing events. All are valid. Without tokens, the page is
   * read-only.
   */
  adminTokens: string[]
  /** Names of the operator's port, besides addresses and `localhost`. */
  adminNames: string[]
  /** The address for alerts. Undefined: alerts are not sent. May contain a secret, as a chat's webhooks do. */
  alertUrl: string | undefined
  /** Schema of the tables in Postgres. */
  schema: string
  /** The proxy's path on the shop's origin, without a slash at the end. */
  path: string
}

export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings need attention:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

/**
 * @param env the environment; an empty variable counts as absent
 * @throws SettingsError that names every problem together, and no value that may be a secret
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => value && !isOfKubernetes(name, value)))
  const parsed = Environment.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.')
    return `${name} ${message}.${toPresent(name, given[name])}`
  })
  if (
    toKinds(given.RINGUP_REQUIRE_SIGNATURE).length > 0 &&
    !given.RINGUP_SIGNING_SECRET &&
    !given.RINGUP_SERVER_TOKEN
  ) {
    problems.push(
      'RINGUP_REQUIRE_SIGNATURE needs RINGUP_SIGNING_SECRET or RINGUP_SERVER_TOKEN. Without them, every event would be refused.',
    )
  }
  const { HOST, PORT, RINGUP_ADMIN_HOST, RINGUP_ADMIN_PORT, RINGUP_ADMIN_NAMES, RINGUP_ADMIN_TOKEN } = parsed.data ?? {}
  if (PORT && PORT !== '0' && PORT === RINGUP_ADMIN_PORT && HOST === RINGUP_ADMIN_HOST)
    problems.push(
      'PORT and RINGUP_ADMIN_PORT are the same: the operator’s port needs its own, because shoppers must not reach it.',
    )
  const isReachable = RINGUP_ADMIN_NAMES !== undefined || (RINGUP_ADMIN_HOST && !isLoopback(RINGUP_ADMIN_HOST))
  if (isReachable && !RINGUP_ADMIN_TOKEN)
    problems.push(
      'With RINGUP_ADMIN_HOST or RINGUP_ADMIN_NAMES, the operator’s page could be seen from other machines: set RINGUP_ADMIN_TOKEN.',
    )
  const tag = given.RINGUP_TAG === undefined ? undefined : readTag(given.RINGUP_TAG)
  problems.push(...(tag?.problems ?? []))
  // A misspelt setting, or one of another version, may have been meant to protect something.
  for (const name of Object.keys(given)) {
    if (name.startsWith('RINGUP_') && !(name in Environment.shape)) {
      const meant = findMeant(name)
      problems.push(`${name} is not a setting of this version${meant ? `; did you mean ${meant}?` : ': remove it.'}`)
    }
  }
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)

  const values = parsed.data
  return {
    apiUrl: values.RINGUP_API_URL.replace(/\/+$/, ''),
    apiAuthorization: values.RINGUP_API_AUTHORIZATION,
    origins: toParts(values.RINGUP_ORIGINS),
    lists: new Map(Object.entries(Lists.parse(toJson(values.RINGUP_LISTS)))),
    database: values.RINGUP_DATABASE,
    keys: toKeys(values.RINGUP_KEY),
    signingSecrets: values.RINGUP_SIGNING_SECRET ? toParts(values.RINGUP_SIGNING_SECRET) : [],
    serverTokens: values.RINGUP_SERVER_TOKEN ? toParts(values.RINGUP_SERVER_TOKEN) : [],
    shopifySecrets: values.RINGUP_SHOPIFY_SECRET ? toParts(values.RINGUP_SHOPIFY_SECRET) : [],
    wooCommerceSecrets: values.RINGUP_WOOCOMMERCE_SECRET ? toParts(values.RINGUP_WOOCOMMERCE_SECRET) : [],
    requireSignature: toKinds(values.RINGUP_REQUIRE_SIGNATURE),
    tag: tag?.settings,
    tagFile: tag?.file,
    scripts: values.RINGUP_SCRIPTS,
    trustedHops: Number(values.RINGUP_TRUSTED_HOPS),
    allowOpaqueOrigin: values.RINGUP_ALLOW_OPAQUE_ORIGIN !== undefined,
    ratePerIp: Number(values.RINGUP_RATE_PER_IP),
    rateTotal: Number(values.RINGUP_RATE_TOTAL),
    host: values.HOST,
    port: Number(values.PORT),
    adminHost: values.RINGUP_ADMIN_HOST,
    adminPort: Number(values.RINGUP_ADMIN_PORT),
    adminTokens: values.RINGUP_ADMIN_TOKEN ? toParts(values.RINGUP_ADMIN_TOKEN) : [],
    adminNames: values.RINGUP_ADMIN_NAMES ? toParts(values.RINGUP_ADMIN_NAMES) : [],
    alertUrl: values.RINGUP_ALERT_URL,
    path: values.RINGUP_PATH,
    schema: values.RINGUP_SCHEMA,
  }
}

/** The longest value in an error. A secret is longer, also one that was pasted into the wrong place. */
const MAX_SHOWN = 8

function toPresent(name: string, value: string | undefined): string {
  if (value === undefined) return ' It is not set.'
  const isShown = value.length <= MAX_SHOWN && !/KEY|SECRET|TOKEN|AUTHORIZATION/.test(name)
  return isShown ? ` It is ${JSON.stringify(value)}.` : ''
}

/** Replaces settings that a command does not need, because a shell without the API's key must be enough for it. */
const NOT_USED = {
  RINGUP_API_URL: 'https://not-used.invalid',
  RINGUP_API_AUTHORIZATION: 'not-used',
  RINGUP_ORIGINS: 'https://not-used.invalid',
  RINGUP_KEY: Buffer.alloc(32).toString('base64'),
}

/**
 * Reads only the named settings. The others are ignored, and have placeholder values.
 *
 * @throws SettingsError
 */
export function readSettingsOf(names: string[], env: Record<string, string | undefined>): Settings {
  const asked = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return readSettings({ ...NOT_USED, ...asked })
}

/**
 * Recognises variables that Kubernetes sets for a Service called `ringup` or `ringup-…` ("Service", "Environment
 * variables"): `RINGUP_SERVICE_HOST`, `RINGUP_PORT=tcp://…`, `RINGUP_PORT_8787_TCP_ADDR`. A Service called
 * `ringup-admin` causes one with the name of a setting.
 */
function isOfKubernetes(name: string, value: string): boolean {
  if (/^RINGUP_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/.test(name))
    return true
  return /^RINGUP_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value)
}

/** Finds the setting that was probably meant: it differs in the prefix, or in one letter of three at most. */
function findMeant(name: string): string | undefined {
  const word = name.replace('RINGUP_', '')
  if (VARIABLES.includes(word)) return word
  const words = VARIABLES.map((variable) => variable.replace('RINGUP_', ''))
  return VARIABLES[words.indexOf(findSimilar(word, words) ?? '')]
}
