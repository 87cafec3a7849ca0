/** The variables that the proxy reads. Each has its schema, its default, and the sentence for a wrong value. */
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import type { Event } from '../contract/event.js'
import { LIST_PATTERN } from '../contract/limits.js'
import {
  adviseOrigin,
  isAlertUrl,
  isApiUrl,
  isOrigin,
  isPostgres,
  isPostgresUrl,
  toJson,
  toParts,
} from './setting-values.js'

/**
 * Defines one variable: a schema of its text, and the sentence for a value that the schema refuses.
 *
 * @param advise returns a better sentence for a common mistake
 */
const text = (sentence: string, check: (text: string) => boolean, advise?: (text: string) => string | undefined) =>
  z.string(sentence).check(
    z.refine(check, {
      error: ({ input }) => (typeof input === 'string' && advise?.(input)) || sentence,
      abort: true,
    }),
  )

const List = z.strictObject({
  // A URL resolves dots, escaped or not, and cannot hold half of a surrogate pair.
  id: z.string().check(z.refine((id) => !['', '.', '..'].includes(id) && !/\p{Surrogate}/u.test(id))),
  fields: z._default(z.union([z.literal('*'), z.array(z.string())]), ['first_name', 'last_name']),
})
export const Lists = z.record(z.string().check(z.regex(LIST_PATTERN)), List)

/** Comma-separated secrets, long enough that they cannot be guessed. */
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
    text('must be a host name or address, without scheme and port', (value) => isIP(value) > 0 || isHostName(value)),
    '127.0.0.1',
  )
const isHostName = (value: string) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
const port = (number: string) => z._default(whole('must be a port, 0 to 65535', 0, 65535), number)
const KINDS: Event['kind'][] = ['convert', 'addToList']
export const toKinds = (text = '') => KINDS.filter((kind) => toParts(text).includes(kind))
export const toKeys = (text: string) => toParts(text).map((part) => Buffer.from(part, 'base64'))

/** Each variable with its docstring for the README. Default values are text, as variables are. */
export const Environment = z.object({
  /** Base URL of the API: https, or http on the same machine. */
  RINGUP_API_URL: text(
    'must be the https:// address of the API (http:// only on this machine), without query or credentials',
    isApiUrl,
  ),
  /** The whole value of the `Authorization` header. */
  RINGUP_API_AUTHORIZATION: text(
    'must be the whole value of the Authorization header, such as Token 0123456789, on one line',
    (value) => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value),
  ),
  /** The shop's origins, comma-separated. */
  RINGUP_ORIGINS: text(
    'must be origins such as https://shop.example, separated by commas',
    (value) => toParts(value).every(isOrigin),
    adviseOrigin,
  ),
  /**
   * `{"newsletter":{"id":"42","fields":["city"]}}`: public name → the API's list, and the fields that a page may write
   * (default `first_name`, `last_name`; `"*"`: all).
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
   * SQLite file of one proxy. Or `postgres://user:password@host/database?sslmode=verify-full`, for one proxy or several.
   */
  RINGUP_DATABASE: z._default(
    // SQLite reads `:memory:` and `file:…` as something else than a file of this name.
    text(
      'must be the path of a file, or postgres://user:password@host/database, its / and @ as %2F and %40',
      (value) => (isPostgres(value) ? isPostgresUrl(value) : !/^(:|file:)|:\/\//.test(value)),
    ),
    'ringup.db',
  ),
  /** 32 random bytes in base64. Encrypts stored events. */
  RINGUP_KEY: text(
    'must be 32 random bytes in base64 (openssl rand -base64 32), older keys after a comma',
    (value) => toKeys(value).every((key) => key.length === 32),
    (value) =>
      /^[\da-f]{64}$/i.test(value) ? 'is in hexadecimal: it must be base64 (openssl rand -base64 32)' : undefined,
  ),
  /**
   * Settings served with the script: a recipe's name, a JSON file's path, or JSON such as `{"convertOn":"purchase"}`.
   * Default with SQLite: the file `tag.json` in `RINGUP_SCRIPTS`.
   */
  RINGUP_TAG: z.optional(z.string()),
  /** Folder of old script versions. Default: the database file's name and `-scripts`. */
  RINGUP_SCRIPTS: z.optional(z.string()),
  /** Path on the shop's origin. */
  RINGUP_PATH: z._default(
    text(
      'must be a path such as /ringup, without a slash at the end',
      (value) => /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(value),
      (value) => (/^\/.+\/$/.test(value) ? 'has a slash at the end: remove it' : undefined),
    ),
    '/ringup',
  ),
  /** The secret of the shop's signatures. */
  RINGUP_SIGNING_SECRET: secrets(),
  /** The token that the shop's back end sends as `Authorization: Bearer …`. */
  RINGUP_SERVER_TOKEN: secrets(),
  /** The secret of Shopify's webhooks. */
  RINGUP_SHOPIFY_SECRET: secrets(),
  /** The secret of WooCommerce's webhooks, without a comma. */
  RINGUP_WOOCOMMERCE_SECRET: secrets(),
  /** `convert`, `addToList` or both: such events need a signature or the server token. */
  RINGUP_REQUIRE_SIGNATURE: z.optional(
    text('must be convert, addToList, or both with a comma', (value) =>
      toParts(value).every((part) => KINDS.some((kind) => kind === part)),
    ),
  ),
  /** Number of your own proxies in front that append to `X-Forwarded-For`. */
  RINGUP_TRUSTED_HOPS: z._default(whole('must be a whole number, 0 to 20', 0, 20), '0'),
  /** `1`: accepts events of sandboxed frames. */
  RINGUP_ALLOW_OPAQUE_ORIGIN: z.optional(text('must be 1 or absent', (value) => value === '1')),
  /** Events a minute from one IPv4 address or IPv6 /64. */
  RINGUP_RATE_PER_IP: z._default(whole('must be a whole number of events a minute, from 1 on', 1, 1e9), '60'),
  /** Accepted events a minute in all. Unsigned ones get three quarters. */
  RINGUP_RATE_TOTAL: z._default(whole('must be a whole number of events a minute, from 1 on', 1, 1e9), '3000'),
  /** Schema in Postgres, one for each shop. */
  RINGUP_SCHEMA: z._default(
    text('must be the name of a schema: a-z, 0-9 and _, not beginning with pg_ or a digit', (value) =>
      /^(?!pg_)[a-z_][a-z\d_]{0,62}$/.test(value),
    ),
    'ringup',
  ),
  /** Address to listen on. */
  HOST: host(),
  /** Port to listen on. */
  PORT: port('8787'),
  /** Address of the operator's port. Shoppers must not reach it. */
  RINGUP_ADMIN_HOST: host(),
  /** Port of health, metrics and the operator's page. */
  RINGUP_ADMIN_PORT: port('8788'),
  /** The token for every view of the operator's page. Without it, the page is read-only, and for this machine only. */
  RINGUP_ADMIN_TOKEN: secrets(),
  /** Host names of the operator's port, comma-separated; they need the token. */
  RINGUP_ADMIN_NAMES: z.optional(
    text('must be host names such as ringup.internal, separated by commas', (value) =>
      toParts(value).every((part) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(part)),
    ),
  ),
  /** Address for [alerts](deploy/README.md#alerts). */
  RINGUP_ALERT_URL: z.optional(text('must be an https:// or http:// address, without user and password', isAlertUrl)),
})

/** The names of all variables. */
export const VARIABLES = Object.keys(Environment.shape)
