/** Promise: wrong settings stop the proxy at its start. The error names all of them, and no value that may be a secret. */
import { isDeepStrictEqual as equals } from 'node:util'
import { describe, expect, test } from 'vitest'
import { VARIABLES } from '../../../src/proxy/environment.js'
import { readSettings, SettingsError } from '../../../src/proxy/settings.js'

const key = Buffer.alloc(32, 1).toString('base64')
const olderKey = Buffer.alloc(32, 2).toString('base64')
const secret = 'a'.repeat(16)
const olderSecret = 'b'.repeat(16)
const NEEDED = {
  RINGUP_API_URL: 'https://api.example/v1',
  RINGUP_API_AUTHORIZATION: 'Token s3cret',
  RINGUP_ORIGINS: 'https://shop.example',
  RINGUP_KEY: key,
}
const readWith = (more: Record<string, string | undefined>) => readSettings({ ...NEEDED, ...more })

function readProblems(env: Record<string, string | undefined>): string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    return (error as SettingsError).problems // readSettings throws no other error
  }
}

test('the required settings are enough; the others have defaults', () => {
  expect(readWith({})).toEqual({
    apiUrl: 'https://api.example/v1',
    apiAuthorization: 'Token s3cret',
    origins: ['https://shop.example'],
    lists: new Map(),
    database: 'ringup.db',
    keys: [Buffer.alloc(32, 1)],
    signingSecrets: [],
    serverTokens: [],
    shopifySecrets: [],
    wooCommerceSecrets: [],
    requireSignature: [],
    tag: undefined,
    scripts: undefined,
    trustedHops: 0,
    allowOpaqueOrigin: false,
    ratePerIp: 60,
    rateTotal: 3000,
    host: '127.0.0.1',
    port: 8787,
    adminHost: '127.0.0.1',
    adminPort: 8788,
    adminTokens: [],
    adminNames: [],
    alertUrl: undefined,
    path: '/ringup',
    schema: 'ringup',
  })
})

describe('a good value is read', () => {
  const list = (id: string, fields: unknown) => new Map([['newsletter', { id, fields }]])

  const GOOD: [name: string, value: string, setting: string, read: unknown, reason: string][] = [
    ['RINGUP_API_URL', 'https://api.example', 'apiUrl', 'https://api.example', 'only the host'],
    ['RINGUP_API_URL', 'https://api.example/v1//', 'apiUrl', 'https://api.example/v1', 'slashes at the end are cut'],
    ['RINGUP_API_URL', 'http://localhost:4001/v1', 'apiUrl', 'http://localhost:4001/v1', 'http on this machine'],
    ['RINGUP_API_URL', 'http://127.0.0.2', 'apiUrl', 'http://127.0.0.2', 'all of 127 is this machine'],
    ['RINGUP_API_URL', 'http://[::1]:4001', 'apiUrl', 'http://[::1]:4001', 'in IPv6 too'],
    ['RINGUP_API_AUTHORIZATION', 'abc', 'apiAuthorization', 'abc', 'any scheme, or none'],
    ['RINGUP_ORIGINS', 'https://a.example , http://b.test', 'origins', ['https://a.example', 'http://b.test'], 'two'],
    ['RINGUP_LISTS', '{}', 'lists', new Map(), 'no list'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"42"}}', 'lists', list('42', ['first_name', 'last_name']), 'default fields'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"42","fields":"*"}}', 'lists', list('42', '*'), 'every field'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"a/b","fields":[]}}', 'lists', list('a/b', []), 'an id is escaped later'],
    ['RINGUP_DATABASE', '/data/ringup.db', 'database', '/data/ringup.db', 'a path'],
    ['RINGUP_DATABASE', 'postgres://me:pw@host/db', 'database', 'postgres://me:pw@host/db', 'a server'],
    ['RINGUP_DATABASE', 'postgres://a:%2F@host/db', 'database', 'postgres://a:%2F@host/db', 'a slash in its password'],
    ['RINGUP_DATABASE', 'postgresql://host/db', 'database', 'postgresql://host/db', 'a server, by its other name'],
    ['RINGUP_KEY', `${key}, ${olderKey}`, 'keys', [Buffer.alloc(32, 1), Buffer.alloc(32, 2)], 'an older key'],
    ['RINGUP_PATH', '/.well-known/orders', 'path', '/.well-known/orders', 'any neutral path'],
    ['RINGUP_SIGNING_SECRET', `${secret}, ${olderSecret}`, 'signingSecrets', [secret, olderSecret], 'an older secret'],
    ['RINGUP_SERVER_TOKEN', secret, 'serverTokens', [secret], 'one'],
    ['RINGUP_SHOPIFY_SECRET', secret, 'shopifySecrets', [secret], 'one'],
    ['RINGUP_WOOCOMMERCE_SECRET', secret, 'wooCommerceSecrets', [secret], 'one'],
    ['RINGUP_REQUIRE_SIGNATURE', 'addToList, convert', 'requireSignature', ['convert', 'addToList'], 'both kinds'],
    ['RINGUP_TAG', '{"convertOn":"purchase"}', 'tag', { convertOn: 'purchase' }, 'JSON'],
    ['RINGUP_SCRIPTS', '/srv/ringup', 'scripts', '/srv/ringup', 'a folder'],
    ['RINGUP_TRUSTED_HOPS', '2', 'trustedHops', 2, 'two proxies in front'],
    ['RINGUP_ALLOW_OPAQUE_ORIGIN', '1', 'allowOpaqueOrigin', true, 'allowed'],
    ['RINGUP_RATE_PER_IP', '1', 'ratePerIp', 1, 'the least'],
    ['RINGUP_RATE_TOTAL', '600000', 'rateTotal', 600_000, 'ten thousand a second'],
    ['RINGUP_SCHEMA', 'shop_b', 'schema', 'shop_b', 'the second shop of a database'],
    ['RINGUP_ADMIN_HOST', '::1', 'adminHost', '::1', 'an address'],
    ['RINGUP_ADMIN_PORT', '9000', 'adminPort', 9000, 'a port'],
    ['RINGUP_ADMIN_TOKEN', secret, 'adminTokens', [secret], 'one'],
    ['RINGUP_ALERT_URL', 'https://chat.example/x', 'alertUrl', 'https://chat.example/x', 'a chat'],
    ['RINGUP_ADMIN_NAMES', 'ringup, ringup.internal', 'adminNames', ['ringup', 'ringup.internal'], 'two names'],
    ['HOST', '::', 'host', '::', 'an address'],
    ['PORT', '0', 'port', 0, 'any free port'],
  ]
  test.each(GOOD)('%s=%s is %s %j (%s)', (name, value, setting, read) => {
    // A signature can only be required if one can be checked, and a name needs a token.
    const needed = { RINGUP_SIGNING_SECRET: secret, RINGUP_ADMIN_TOKEN: secret }
    expect(readWith({ ...needed, [name]: value })).toHaveProperty(setting, read)
  })

  test('each variable has a row, whose value is not the default', () => {
    const defaults = readWith({})
    const tested = GOOD.filter(([, , setting, read]) => !equals(defaults[setting as keyof typeof defaults], read))
    expect([...new Set(tested.map(([name]) => name))].sort()).toEqual([...VARIABLES].sort())
  })

  test('a list may have the name of a property that every object has', () => {
    const { lists } = readWith({ RINGUP_LISTS: '{"constructor":{"id":"7"}}' })
    expect([...lists.keys()]).toEqual(['constructor'])
  })
})

/** Each row: variable, wrong value, reason. The sentence of the problem begins with the name of the variable. */
const WRONG = `
RINGUP_API_URL |  | needed
RINGUP_API_URL | api.example | no scheme
RINGUP_API_URL | http://api.example | the key would travel unencrypted
RINGUP_API_URL | http://127.evil.example | only looks like this machine
RINGUP_API_URL | http://localhost.evil.example | only looks like this machine
RINGUP_API_URL | ftp://api.example | another scheme
RINGUP_API_URL | https://user:pw@api.example | credentials
RINGUP_API_URL | https://api.example/?key=1 | a query
RINGUP_API_URL | https://api.example/? | an empty query would swallow the paths
RINGUP_API_URL | https://api.example/# | an empty fragment would swallow the paths
RINGUP_API_AUTHORIZATION |  | needed
RINGUP_API_AUTHORIZATION | Token\\r\\nX: y | a second header
RINGUP_API_AUTHORIZATION | Token ü | not ASCII
RINGUP_ORIGINS |  | needed
RINGUP_ORIGINS | null | the origin of every sandbox
RINGUP_ORIGINS | https://shop.example, | an empty one
RINGUP_LISTS | [] | an array
RINGUP_LISTS | {"News":{"id":"42"}} | an upper-case alias
RINGUP_LISTS | {"":{"id":"42"}} | an empty alias
RINGUP_LISTS | {"${'a'.repeat(65)}":{"id":"42"}} | an alias of more than 64 characters
RINGUP_LISTS | {"news":"42"} | not an object
RINGUP_LISTS | {"news":{"id":42}} | the id is text
RINGUP_LISTS | {"news":{"id":""}} | an empty id
RINGUP_LISTS | {"news":{"id":"."}} | a URL resolves it away
RINGUP_LISTS | {"news":{"id":".."}} | a URL resolves it away
RINGUP_LISTS | {"news":{"id":"\\ud800"}} | a URL cannot hold it
RINGUP_LISTS | {"news":{"id":"42","fields":"city"}} | fields are an array or *
RINGUP_LISTS | {"news":{"id":"42","field":[]}} | a misspelt key
RINGUP_DATABASE | mysql://host/db | another server
RINGUP_DATABASE | postgres://host | no database named
RINGUP_DATABASE | postgres://host:port/db | not an address
RINGUP_DATABASE | postgres://me:/w@host/db | the password as its place, which is shown
RINGUP_DATABASE | postgres://me:1/w@host/db | the password as its port and place
RINGUP_DATABASE | postgres://me:1/w?x@host/db | the password before a query
RINGUP_DATABASE | postgres://me:1/w#x@host/db | the password before a fragment
RINGUP_DATABASE | :memory: | lost with the process, after a 202
RINGUP_DATABASE | file:ringup.db | SQLite reads it as an address
RINGUP_KEY | c2hvcnQ= | too short
RINGUP_KEY | ${key}, | an empty one
RINGUP_PATH | ringup | no slash before it
RINGUP_PATH | / | everything
RINGUP_PATH | /:id | the router gives it a meaning
RINGUP_PATH | /a/../b | a URL resolves it away
RINGUP_SIGNING_SECRET | short | can be guessed
RINGUP_SIGNING_SECRET | ${'a'.repeat(16)}, | an empty one would sign for everyone
RINGUP_SERVER_TOKEN | a token with spaces in it | a header would split it
RINGUP_SHOPIFY_SECRET | short | can be guessed
RINGUP_WOOCOMMERCE_SECRET | short | can be guessed
RINGUP_ADMIN_TOKEN | short | can be guessed
RINGUP_REQUIRE_SIGNATURE | orders | not a kind
RINGUP_REQUIRE_SIGNATURE | convert | without a secret, every event would be refused
RINGUP_ALLOW_OPAQUE_ORIGIN | yes | not 1
RINGUP_TRUSTED_HOPS | -1 | negative
RINGUP_TRUSTED_HOPS | true | not a number
RINGUP_RATE_PER_IP | 0 | no event could pass
RINGUP_RATE_TOTAL | 1e3 | not digits
RINGUP_SCHEMA | pg_shop | Postgres reserves these names
RINGUP_SCHEMA | shop"; DROP | a second statement
RINGUP_SCHEMA | Shop | SQL folds it
RINGUP_ADMIN_NAMES | * | everyone
RINGUP_ADMIN_NAMES | http://ringup | not a name
RINGUP_ADMIN_PORT | x | not a number
RINGUP_ALERT_URL | mailto:me@shop.example | does not accept a POST
HOST | http://127.0.0.1 | with a scheme
HOST | 127.0.0.1:8787 | with a port
RINGUP_ADMIN_HOST | [::1] | in brackets
PORT | 65536 | too large
PORT | 8787x | not a number`

test.each(
  WRONG.trim()
    .split('\n')
    .map((row) => row.split(' | ') as [name: string, value: string, reason: string]),
)('%s=%s is wrong (%s)', (name, value) => {
  const text = value.replace('\\r\\n', '\r\n')
  expect(readProblems({ ...NEEDED, [name]: text })).toEqual([expect.stringMatching(`^${name} (must be|is|needs) `)])
})

test.each<[more: Record<string, string>, sentence: string]>([
  [{ RINGUP_ORIGINS: 'shop.example' }, 'ORIGINS must be origins with their scheme: put https:// before the name.'],
  [{ RINGUP_ORIGINS: 'https://shop.example/' }, 'remove the slash at the end of https://shop.example/.'],
  [{ RINGUP_ORIGINS: 'https://Shop.example:443' }, 'must be as browsers send it: write https://shop.example.'],
  [{ RINGUP_ORIGINS: 'https://me:s3cret@shop.example' }, 'must be as browsers send it: write https://shop.example.'],
  [{ RINGUP_ORIGINS: '*' }, 'must be origins by name, such as https://shop.example; * would be everyone.'],
  [{ RINGUP_LISTS: 'newsletter' }, 'is not JSON: write {"newsletter":{"id":"42"}}, in single quotes in a shell.'],
  [{ RINGUP_KEY: 'ab'.repeat(32) }, 'is in hexadecimal: it must be base64 (openssl rand -base64 32).'],
  [{ RINGUP_KEY: '' }, 'older keys after a comma. It is not set.'],
  [{ PORT: '"80"' }, 'PORT must be a port, 0 to 65535. It is "\\"80\\"".'],
  [{ RINGUP_PATH: '/ringup/' }, 'has a slash at the end: remove it.'],
  [{ PORT: '9000', RINGUP_ADMIN_PORT: '9000' }, 'PORT and RINGUP_ADMIN_PORT are the same: '],
  [{ RINGUP_ADMIN_NAMES: 'ops.shop.example' }, 'could be seen from other machines: set RINGUP_ADMIN_TOKEN.'],
  [{ RINGUP_ADMIN_HOST: '0.0.0.0' }, 'could be seen from other machines: set RINGUP_ADMIN_TOKEN.'],
  [{ RINGUP_ORIGIN: '1' }, 'RINGUP_ORIGIN is not a setting of this version; did you mean RINGUP_ORIGINS?'],
  [{ RINGUP_PORT: '1' }, 'is not a setting of this version; did you mean PORT?'],
  [{ RINGUP_SOMETHING_ELSE: '1' }, 'is not a setting of this version: remove it.'],
])('%j: %s', (more, sentence) => {
  expect(readProblems({ ...NEEDED, ...more })).toEqual([expect.stringContaining(sentence)])
})

describe('of all settings', () => {
  test('no long value is repeated: it may be a secret pasted into the wrong place', () => {
    const names = ['API_URL', 'ORIGINS', 'LISTS', 'DATABASE', 'KEY', 'PATH'].map((name) => `RINGUP_${name}`)
    const wrong = Object.fromEntries([...names, 'PORT'].map((name) => [name, 's3cret://']))
    const problems = readProblems({ ...wrong, RINGUP_API_AUTHORIZATION: 's3cret\n', RINGUP_NEW: 's3cret' })
    expect(problems).toHaveLength(9)
    expect(problems.join()).not.toContain('s3cret')
  })

  test('variables that Kubernetes sets for a Service called ringup are ignored', () => {
    const names = ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_8787_TCP', 'PORT_8787_TCP_PROTO']
    const more = ['PORT_8787_TCP_PORT', 'PORT_8787_TCP_ADDR', 'ADMIN_SERVICE_HOST', 'ADMIN_PORT_8788_TCP_ADDR']
    const ignored = Object.fromEntries([...names, ...more].map((name) => [`RINGUP_${name}`, '10.0.0.1']))
    const ports = { RINGUP_PORT: 'tcp://10.0.0.1:8787', RINGUP_ADMIN_PORT: 'tcp://10.0.0.2:8788' }
    expect(readWith({ ...ignored, ...ports })).toMatchObject({ port: 8787, adminPort: 8788 })
  })

  test('the error has one problem on each line', () => {
    const read = () => readWith({ PORT: 'x', HOST: '', RINGUP_PATH: 'y' })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(/^The settings need attention:\n( {2}[A-Z_]+ must be .*\. It is "."\.\n?){2}$/)
  })
})
