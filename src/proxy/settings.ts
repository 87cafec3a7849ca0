/** Reads the proxy's settings from the environment. The only place of the proxy that throws on purpose. */
import * as z from 'zod/mini'
import type { Event } from '../contract/event.js'
import { LIST_PATTERN } from '../contract/limits.js'
import { findSimilar } from '../contract/similar.js'

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
  /** By public alias. */
  lists: Map<string, List>
  /** Path of the SQLite file, or the `postgres://` address, password and all. */
  database: string
  /** 32 bytes each; the first encrypts, all decrypt. None: records are stored as they are. */
  keys: Uint8Array[]
  /** Of signatures; the first is what the shop signs with, all are taken. None: nothing counts as signed. */
  signingSecrets: string[]
  /** What a back end of the shop sends as `Authorization: Bearer …`; all are taken. */
  serverTokens: string[]
  /** Of Shopify's webhooks; none: they are not served. All are taken. */
  shopifySecrets: string[]
  /** Of WooCommerce's. */
  wooCommerceSecrets: string[]
  /** Kinds of events that are refused without a signature or server token. */
  requireSignature: Event['kind'][]
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
  /** Of health and metrics. */
  adminHost: string
  adminPort: number
  /** What whoever acts on the operator's page has to type; all are taken. None: the page is read-only. */
  adminTokens: string[]
  /** By which they may be asked for, besides addresses and `localhost`. */
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
  /** Of one e-mail in a day, unsigned. */
  dailyConversions: number
  dailySignUps: number
  /** Of the tables in Postgres. */
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

/**
 * One variable: a schema on the text, and the sentence that is shown when the schema refuses it.
 *
 * @param advise what to change, of values with a mistake that is often made
 */
const text = (sentence: string, check: (text: string) => boolean, advise?: (text: string) => string | undefined) =>
  z.string(sentence).check(
    z.refine(check, {
      error: ({ input }) => (typeof input === 'string' && advise?.(input)) || sentence,
      abort: true,
    }),
  )

const List = z.strictObject({
  // A URL resolves dots away, escaped or not, and cannot hold half of a surrogate pair.
  id: z.string().check(z.refine((id) => !['', '.', '..'].includes(id) && !/\p{Surrogate}/u.test(id))),
  fields: z._default(z.union([z.literal('*'), z.array(z.string())]), ['first_name', 'last_name']),
})
const Lists = z.record(z.string().check(z.regex(LIST_PATTERN)), List)

const toParts = (text: string) => text.split(',').map((part) => part.trim())
/** Comma-separated secrets: long enough that nobody guesses one. */
const secrets = () =>
  z.optional(
    text('must be at least 16 characters without spaces; older ones after a comma', (value) =>
      toParts(value).every((part) => /^[\x21-\x7e]{16,}$/.test(part)),
    ),
  )
const whole = (sentence: string, least: number, most: number) =>
  text(sentence, (value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most)
const host = () =>
  z._default(
    text('must be a host name or address', (value) => value !== ''),
    '127.0.0.1',
  )
const port = (number: string) => z._default(whole('must be a port, 0 to 65535', 0, 65535), number)
const MIB = 1024 * 1024
const KINDS: Event['kind'][] = ['convert', 'addToList']
const toKinds = (text = '') => KINDS.filter((kind) => toParts(text).includes(kind))
const toKeys = (text: string) => toParts(text).map((part) => Buffer.from(part, 'base64'))

/** Each variable, as the README tells of it. Default values are text, as variables are. */
export const Environment = z.object({
  /** The API's base URL, https (http only on the same machine). */
  RINGUP_API_URL: text(
    'must be the https:// address of the API (http:// only on this machine), without query or credentials',
    isApiUrl,
  ),
  /** The whole value of the `Authorization` header. */
  RINGUP_API_AUTHORIZATION: text('must be the whole value of the Authorization header', (value) =>
    /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value),
  ),
  /** The shop's origins, separated by commas. */
  RINGUP_ORIGINS: text(
    'must be origins such as https://shop.example, separated by commas',
    (value) => toParts(value).every(isOrigin),
    adviseOrigin,
  ),
  /**
   * `{"newsletter":{"id":"42","fields":["first_name","city"]}}`: public name → the API's list, and what a page may write
   * besides the e-mail (default `first_name`, `last_name`; `"*"` for everything).
   */
  RINGUP_LISTS: z._default(
    text(
      'must be JSON such as {"newsletter":{"id":"42","fields":["first_name"]}}, names of a-z, 0-9 and -',
      (value) => Lists.safeParse(toJson(value)).success,
      (value) =>
        toJson(value) === undefined
          ? 'is not JSON: write {"newsletter":{"id":"42"}}, in single quotes in a shell'
          : undefined,
    ),
    '{}',
  ),
  /**
   * The SQLite file, with `-wal`, `-shm`, `-lock` and `-ballast` (4 MiB, given up when the disk is full) beside it; a second
   * proxy on the same file is refused, since two would send its events twice. Or
   * `postgres://user:password@host/database?sslmode=verify-full`, which several proxies may share.
   */
  RINGUP_DATABASE: z._default(
    // SQLite takes `:memory:` and `file:…` for something else than a file of this name.
    text(
      'must be the path of a file, or postgres://user:password@host/database, its / and @ as %2F and %40',
      (value) => (isPostgres(value) ? isPostgresUrl(value) : !/^(:|file:)|:\/\//.test(value)),
    ),
    'ringup.db',
  ),
  /**
   * 32 random bytes in base64; older ones after a comma. Encrypts what is held, AES-256-GCM. Required, unless the next
   * is set.
   */
  RINGUP_KEY: z.optional(
    text(
      'must be 32 random bytes in base64 (openssl rand -base64 32), older keys after a comma',
      (value) => toKeys(value).every((key) => key.length === 32),
      (value) =>
        /^[\da-f]{64}$/i.test(value) ? 'is in hexadecimal: it must be base64 (openssl rand -base64 32)' : undefined,
    ),
  ),
  /** `1` instead of `RINGUP_KEY`: what is held is not encrypted. */
  RINGUP_PLAINTEXT: z.optional(text('must be 1 or absent', (value) => value === '1')),
  /** Path on the shop's origin. */
  RINGUP_PATH: z._default(
    text(
      'must be a path such as /ringup, without a slash at the end',
      (value) => /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(value),
      (value) => (/^\/.+\/$/.test(value) ? 'has a slash at the end: remove it' : undefined),
    ),
    '/ringup',
  ),
  /**
   * What signatures are made with, at least 16 characters; older ones after a comma, as long as pages carry their
   * signatures.
   */
  RINGUP_SIGNING_SECRET: secrets(),
  /** What the shop's back end sends as `Authorization: Bearer …`, at least 16 characters; older ones after a comma. */
  RINGUP_SERVER_TOKEN: secrets(),
  /**
   * What Shopify signs its webhooks with, for orders at `{RINGUP_PATH}/webhooks/shopify`; older ones after a comma. Without it
   * nothing is served there.
   */
  RINGUP_SHOPIFY_SECRET: secrets(),
  /**
   * What WooCommerce signs its webhooks with, for orders at `{RINGUP_PATH}/webhooks/woocommerce`: at least 16 characters, no
   * comma in it; older ones after a comma.
   */
  RINGUP_WOOCOMMERCE_SECRET: secrets(),
  /** `convert`, `addToList` or both: refused (403, `signature`) without a signature in its time or the server token. */
  RINGUP_REQUIRE_SIGNATURE: z.optional(
    text('must be convert, addToList, or both with a comma', (value) =>
      toParts(value).every((part) => KINDS.some((kind) => kind === part)),
    ),
  ),
  /**
   * How many proxies of your own stand in front and append to `X-Forwarded-For`; the shopper's address is that many
   * entries from the right.
   */
  RINGUP_TRUSTED_HOPS: z._default(whole('must be a whole number, 0 to 20', 0, 20), '0'),
  /** `1`: takes events without an origin, or of the origin `null`, as sandboxed frames have it. */
  RINGUP_ALLOW_OPAQUE_ORIGIN: z.optional(text('must be 1 or absent', (value) => value === '1')),
  /**
   * Requests a minute of one IPv4 address or IPv6 /64; a minute's worth may come at once. An IPv6 /56 gets four times as
   * many, a /48 sixteen times, half of the total at most.
   */
  RINGUP_RATE_PER_IP: z._default(whole('must be a whole number of events a minute, from 1 on', 1, 1e9), '60'),
  /** Events a minute of all together; what is refused does not count. */
  RINGUP_RATE_TOTAL: z._default(whole('must be a whole number of events a minute, from 1 on', 1, 1e9), '3000'),
  /** Requests at once at the API. */
  RINGUP_API_CONCURRENCY: z._default(whole('must be a whole number of requests, 1 to 256', 1, 256), '4'),
  /**
   * Milliseconds, `least-most`: an event goes on to the API after a random time between the two, so that whoever has sent
   * it cannot see by the proxy's other answers whether it was new. `0`: at once.
   */
  RINGUP_FORWARD_DELAY: z._default(
    text('must be milliseconds such as 500-3000, at most 60000, or 0', isRange),
    '500-3000',
  ),
  /** Events that may wait for the API; more are refused (503), and browsers keep theirs. */
  RINGUP_QUEUE_EVENTS: z._default(whole('must be a whole number of events, from 1 on', 1, 1e9), '50000'),
  /** Size of the events that may wait, in MiB. */
  RINGUP_QUEUE_MIB: z._default(whole('must be a whole number of MiB, 1 to 1000000', 1, 1e6), '200'),
  /** Dead letters that are kept. */
  RINGUP_DEAD_LETTERS: z._default(whole('must be a whole number of events, from 1 on', 1, 1e9), '10000'),
  /** Size of the dead letters that are kept, in MiB. */
  RINGUP_DEAD_LETTERS_MIB: z._default(whole('must be a whole number of MiB, 1 to 1000000', 1, 1e6), '50'),
  /** Unsigned orders of one e-mail in a day; more are dead letters (`limited`). */
  RINGUP_DAILY_CONVERSIONS: z._default(whole('must be a whole number of orders, from 1 on', 1, 1e9), '20'),
  /** Unsigned sign-ups of one e-mail in a day; more are dead letters (`limited`). */
  RINGUP_DAILY_SIGN_UPS: z._default(whole('must be a whole number of sign-ups, from 1 on', 1, 1e9), '5'),
  /** Name of the schema of the tables in Postgres: two shops that share a database need two. */
  RINGUP_SCHEMA: z._default(
    text('must be the name of a schema: a-z, 0-9 and _, not beginning with pg_ or a digit', (value) =>
      /^(?!pg_)[a-z_][a-z\d_]{0,62}$/.test(value),
    ),
    'ringup',
  ),
  /** Address that it listens on. */
  HOST: host(),
  /** Port that it listens on; 0: any that is free. */
  PORT: port('8787'),
  /** Address of health and metrics, for no shopper to see. */
  RINGUP_ADMIN_HOST: host(),
  /** Port of health, metrics and the operator's page. */
  RINGUP_ADMIN_PORT: port('8788'),
  /**
   * What an operator types to send, replay, drop and reveal on the page of that port, at least 16 characters; older ones after a
   * comma. Without it the page is read-only.
   */
  RINGUP_ADMIN_TOKEN: secrets(),
  /**
   * Names, separated by commas, by which health and metrics may be asked for besides `localhost` and addresses: that of a
   * Service or container, for instance.
   */
  RINGUP_ADMIN_NAMES: z.optional(
    text('must be host names such as ringup.internal, separated by commas', (value) =>
      toParts(value).every((part) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(part)),
    ),
  ),
  /** Address that gets one POST of JSON when trouble begins, and one when it has ended. `ringup alert --test` tries it. */
  RINGUP_ALERT_URL: z.optional(text('must be an https:// or http:// address, without user and password', isAlertUrl)),
})

/** The names of all variables. */
export const VARIABLES = Object.keys(Environment.shape)

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
  // A setting misspelt, or of another version, may be one that was meant to protect something.
  for (const name of Object.keys(given)) {
    if (name.startsWith('RINGUP_') && !(name in Environment.shape)) {
      const meant = findMeant(name)
      problems.push(`${name} is not a setting of this version${meant ? `; did you mean ${meant}?` : '.'}`)
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

/** In place of what a command does not need: a shell without the API's key must be enough for it. */
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
 * For a Service called `ringup`, or `ringup-…`, Kubernetes puts variables into every container beside it ("Service",
 * "Environment variables"): `RINGUP_SERVICE_HOST`, `RINGUP_PORT=tcp://…`, `RINGUP_PORT_8787_TCP_ADDR`. Of a Service called
 * `ringup-admin` one has the name of a setting.
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

function isApiUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password } = new URL(value)
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  const encrypted = protocol === 'https:' || (protocol === 'http:' && loopback)
  // An empty query or fragment counts too: what is put behind the address would become part of it.
  return encrypted && !/[?#]/.test(value) && !(username || password)
}

function isAlertUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && !(username || password)
}

export const isPostgres = (database: string) => /^postgres(ql)?:\/\//.test(database)

/**
 * Without a database's name it would be the one of the user's name, which is hardly meant. An `@` behind it ends a password
 * with a `/`, of which the beginning was taken for host and port: where the database is would be told with the rest of it.
 */
function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { pathname, username, search, hash } = new URL(value)
  return /^\/[^/@]+$/.test(pathname) && hash === '' && (username !== '' || !search.includes('@'))
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value)
}

/** Tells nothing of the value but a host, which is public: a secret may have been pasted into the wrong place. */
function adviseOrigin(value: string): string | undefined {
  const wrong = toParts(value).find((part) => !isOrigin(part)) ?? ''
  if (wrong === '*') return 'must be origins by name, such as https://shop.example; * would be everyone'
  if (/^(?=.*\.)[a-z\d.-]+$/i.test(wrong)) return 'must be origins with their scheme: put https:// before the name'
  if (!/^https?:\/\//i.test(wrong) || !URL.canParse(wrong)) return undefined
  const { origin } = new URL(wrong)
  if (wrong === `${origin}/`) return `must be as browsers send it: remove the slash at the end of ${wrong}`
  return `must be as browsers send it: write ${origin}`
}

/** `500-3000`, or one number that is both. */
function toRange(value: string): { least: number; most: number } {
  const [least = '', most = least] = value.split('-')
  return { least: Number(least), most: Number(most) }
}

function isRange(value: string): boolean {
  const { least, most } = toRange(value)
  return /^\d{1,5}(-\d{1,5})?$/.test(value) && least <= most && most <= 60_000
}

function toJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
