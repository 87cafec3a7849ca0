/** Reads the proxy's settings from the environment. The only place of the proxy that throws on purpose. */
import type { Event } from '../contract/event.js'
import { findSimilar } from '../contract/similar.js'
import { Environment, Lists, toKeys, toKinds, VARIABLES } from './environment.js'
import { toJson, toParts, toRange } from './setting-values.js'
import { readTag, type TagSettings } from './tag.js'

export { isPostgres } from './setting-values.js'

export interface List {
  /** The API's own identifier; it never comes from, or goes to, a browser. */
  id: string
  /** What an unsigned sign-up may write besides the e-mail, or `*` for every field. */
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
  /** Path of the SQLite file, or the `postgres://` address, password and all. */
  database: string
  /** 32 bytes each; the first encrypts, all decrypt. None: records are stored as they are. */
  keys: Uint8Array[]
  /** Secrets of signatures. The shop signs with the first, all are taken. None: nothing counts as signed. */
  signingSecrets: string[]
  /** What a back end of the shop sends as `Authorization: Bearer …`; all are taken. */
  serverTokens: string[]
  /** Secrets of Shopify's webhooks, all of which are taken; none: the webhooks are not served. */
  shopifySecrets: string[]
  /** The same for WooCommerce. */
  wooCommerceSecrets: string[]
  /** Kinds of events that are refused without a signature or server token. */
  requireSignature: Event['kind'][]
  /** Hosts that links of unsigned orders may lead to, besides the shop's own. */
  linkHosts: string[]
  /** Refuses what comes from browsers with Global Privacy Control. */
  obeyGpc: boolean
  /** Settings that are served with the script; undefined: none. */
  tag: TagSettings | undefined
  /** The file that they are in, which the set-up page may replace; undefined: RINGUP_TAG is JSON, the name of a recipe, or not set. */
  tagFile: string | undefined
  /** Folder of the script's versions; undefined: the one beside the database. */
  scripts: string | undefined
  /** How many proxies of the shop's own stand in front and append to `X-Forwarded-For`. */
  trustedHops: number
  /** Events without an origin, or of the origin `null`, are taken: sandboxed frames have none. */
  allowOpaqueOrigin: boolean
  /** Requests a minute of one address. */
  ratePerIp: number
  /** Events a minute of all together. */
  rateTotal: number
  host: string
  port: number
  /** Host of health, metrics and the operator's page. */
  adminHost: string
  adminPort: number
  /** What whoever acts on the operator's page has to type; all are taken. None: the page is read-only. */
  adminTokens: string[]
  /** Names by which they may be asked for, besides addresses and `localhost`. */
  adminNames: string[]
  /** Where trouble is told; undefined: nowhere. May hold a secret, as a chat's webhooks do. */
  alertUrl: string | undefined
  /** Requests at once at the API. */
  apiConcurrency: number
  /** An event goes on to the API after a random time between these two. */
  forwardDelayMs: { least: number; most: number }
  /** How many events may wait, and their size. */
  queueEvents: number
  queueBytes: number
  /** How many dead letters are kept, and their size. */
  deadLetters: number
  deadLetterBytes: number
  /** Most unsigned orders of one e-mail in a day. */
  dailyConversions: number
  dailySignUps: number
  /** Schema of the tables in Postgres. */
  schema: string
  /** Where the proxy lives on the shop's origin, without a slash at the end. */
  path: string
}

export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings need attention:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const MIB = 1024 * 1024

/**
 * @param env the environment; an empty variable counts as absent
 * @throws SettingsError naming every problem at once, never a value
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => value && !isOfKubernetes(name, value)))
  const parsed = Environment.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  if (!given.RINGUP_KEY === !given.RINGUP_PLAINTEXT) {
    problems.push(
      'RINGUP_KEY is needed (openssl rand -base64 32), or RINGUP_PLAINTEXT=1 to store customers’ data unencrypted; not both.',
    )
  }
  if (
    toKinds(given.RINGUP_REQUIRE_SIGNATURE).length > 0 &&
    !given.RINGUP_SIGNING_SECRET &&
    !given.RINGUP_SERVER_TOKEN
  ) {
    problems.push(
      'RINGUP_REQUIRE_SIGNATURE needs RINGUP_SIGNING_SECRET or RINGUP_SERVER_TOKEN, or no event could pass.',
    )
  }
  const tag = given.RINGUP_TAG === undefined ? undefined : readTag(given.RINGUP_TAG)
  problems.push(...(tag?.problems ?? []))
  // A setting misspelt, or of another version, may be one that was meant to protect something.
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
    keys: values.RINGUP_KEY ? toKeys(values.RINGUP_KEY) : [],
    signingSecrets: values.RINGUP_SIGNING_SECRET ? toParts(values.RINGUP_SIGNING_SECRET) : [],
    serverTokens: values.RINGUP_SERVER_TOKEN ? toParts(values.RINGUP_SERVER_TOKEN) : [],
    shopifySecrets: values.RINGUP_SHOPIFY_SECRET ? toParts(values.RINGUP_SHOPIFY_SECRET) : [],
    wooCommerceSecrets: values.RINGUP_WOOCOMMERCE_SECRET ? toParts(values.RINGUP_WOOCOMMERCE_SECRET) : [],
    requireSignature: toKinds(values.RINGUP_REQUIRE_SIGNATURE),
    linkHosts: values.RINGUP_LINK_HOSTS ? toParts(values.RINGUP_LINK_HOSTS) : [],
    obeyGpc: values.RINGUP_OBEY_GPC !== undefined,
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
    apiConcurrency: Number(values.RINGUP_API_CONCURRENCY),
    forwardDelayMs: toRange(values.RINGUP_FORWARD_DELAY),
    queueEvents: Number(values.RINGUP_QUEUE_EVENTS),
    queueBytes: Number(values.RINGUP_QUEUE_MIB) * MIB,
    deadLetters: Number(values.RINGUP_DEAD_LETTERS),
    deadLetterBytes: Number(values.RINGUP_DEAD_LETTERS_MIB) * MIB,
    dailyConversions: Number(values.RINGUP_DAILY_CONVERSIONS),
    dailySignUps: Number(values.RINGUP_DAILY_SIGN_UPS),
    schema: values.RINGUP_SCHEMA,
  }
}

/** Stands in for what a command does not need: a shell without the API's key must be enough for it. */
const NOT_USED = {
  RINGUP_API_URL: 'https://not-used.invalid',
  RINGUP_API_AUTHORIZATION: 'not-used',
  RINGUP_ORIGINS: 'https://not-used.invalid',
  RINGUP_PLAINTEXT: '1',
}

/**
 * The settings that are asked for, whatever the others are; those are nobody's.
 *
 * @throws SettingsError
 */
export function readSettingsOf(names: string[], env: Record<string, string | undefined>): Settings {
  const { RINGUP_PLAINTEXT, ...others } = NOT_USED
  const asked = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return readSettings({ ...others, ...(!names.includes('RINGUP_KEY') && { RINGUP_PLAINTEXT }), ...asked })
}

/**
 * Tells variables that Kubernetes sets for a Service called `ringup` or `ringup-…` ("Service", "Environment variables"):
 * `RINGUP_SERVICE_HOST`, `RINGUP_PORT=tcp://…`, `RINGUP_PORT_8787_TCP_ADDR`. A Service called `ringup-admin` makes one with the
 * name of a setting.
 */
function isOfKubernetes(name: string, value: string): boolean {
  if (/^RINGUP_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/.test(name))
    return true
  return /^RINGUP_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value)
}

/** The setting that was probably meant: the same but for the prefix, or for a letter in three at most. */
function findMeant(name: string): string | undefined {
  const word = name.replace('RINGUP_', '')
  if (VARIABLES.includes(word)) return word
  const words = VARIABLES.map((variable) => variable.replace('RINGUP_', ''))
  return VARIABLES[words.indexOf(findSimilar(word, words) ?? '')]
}
