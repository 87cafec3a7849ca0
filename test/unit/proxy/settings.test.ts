/** Wrong settings stop the proxy at its start: all of them by name, none of them by value. */
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../../src/proxy/settings.js'

const key = Buffer.alloc(32, 1).toString('base64')
const olderKey = Buffer.alloc(32, 2).toString('base64')
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
    return (error as SettingsError).problems // readSettings throws nothing else
  }
}

test('what is needed is enough; the rest has defaults', () => {
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
    linkHosts: [],
    obeyGpc: false,
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
    apiConcurrency: 4,
    forwardDelayMs: { least: 500, most: 3_000 },
    queueEvents: 50_000,
    queueBytes: 209_715_200,
    deadLetters: 10_000,
    deadLetterBytes: 52_428_800,
    dailyConversions: 20,
    dailySignUps: 5,
    schema: 'ringup',
  })
})

describe('a good value is read', () => {
  const list = (id: string, fields: unknown) => new Map([['newsletter', { id, fields }]])

  test.each<[name: string, value: string, setting: string, read: unknown, reason: string]>([
    ['RINGUP_API_URL', 'https://api.example', 'apiUrl', 'https://api.example', 'the host alone'],
    ['RINGUP_API_URL', 'https://api.example/v1//', 'apiUrl', 'https://api.example/v1', 'slashes at the end are cut'],
    ['RINGUP_API_URL', 'http://localhost:4001/v1', 'apiUrl', 'http://localhost:4001/v1', 'http on this machine'],
    ['RINGUP_API_URL', 'http://127.0.0.2', 'apiUrl', 'http://127.0.0.2', 'all of 127 is this machine'],
    ['RINGUP_API_URL', 'http://[::1]:4001', 'apiUrl', 'http://[::1]:4001', 'in IPv6 too'],
    ['RINGUP_API_AUTHORIZATION', 'abc', 'apiAuthorization', 'abc', 'any scheme, or none'],
    [
      'RINGUP_ORIGINS',
      'https://a.example , http://localhost:8080',
      'origins',
      ['https://a.example', 'http://localhost:8080'],
      'several, spaces round them do not count',
    ],
    ['RINGUP_LISTS', '{}', 'lists', new Map(), 'no list'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"42"}}', 'lists', list('42', ['first_name', 'last_name']), 'default fields'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"42","fields":"*"}}', 'lists', list('42', '*'), 'every field'],
    ['RINGUP_LISTS', '{"newsletter":{"id":"a/b","fields":[]}}', 'lists', list('a/b', []), 'an id is escaped later'],
    ['RINGUP_DATABASE', '/data/ringup.db', 'database', '/data/ringup.db', 'a path'],
    ['RINGUP_DATABASE', 'postgres://me:pw@host/db', 'database', 'postgres://me:pw@host/db', 'a server'],
    [
      'RINGUP_DATABASE',
      'postgres://me:%2Fw@host/db',
      'database',
      'postgres://me:%2Fw@host/db',
      'a slash in its password',
    ],
    ['RINGUP_DATABASE', 'postgresql://host/db', 'database', 'postgresql://host/db', 'a server, by its other name'],
    ['RINGUP_KEY', `${key}, ${olderKey}`, 'keys', [Buffer.alloc(32, 1), Buffer.alloc(32, 2)], 'an older key'],
    ['RINGUP_PATH', '/.well-known/orders', 'path', '/.well-known/orders', 'any neutral path'],
    [
      'RINGUP_SIGNING_SECRET',
      `${'a'.repeat(16)}, ${'b'.repeat(16)}`,
      'signingSecrets',
      ['a'.repeat(16), 'b'.repeat(16)],
      'an older one',
    ],
    ['RINGUP_SERVER_TOKEN', 'a'.repeat(16), 'serverTokens', ['a'.repeat(16)], 'one'],
    [
      'RINGUP_LINK_HOSTS',
      'shop.page.link, xn--mnchen-3ya.example',
      'linkHosts',
      ['shop.page.link', 'xn--mnchen-3ya.example'],
      'two',
    ],
    ['RINGUP_OBEY_GPC', '1', 'obeyGpc', true, 'obeyed'],
    ['RINGUP_TAG', '{"convertOn":"purchase"}', 'tag', { convertOn: 'purchase' }, 'JSON'],
    ['RINGUP_SCRIPTS', '/srv/ringup', 'scripts', '/srv/ringup', 'a folder'],
    ['RINGUP_TRUSTED_HOPS', '2', 'trustedHops', 2, 'two proxies in front'],
    ['RINGUP_ALLOW_OPAQUE_ORIGIN', '1', 'allowOpaqueOrigin', true, 'allowed'],
    ['RINGUP_RATE_PER_IP', '1', 'ratePerIp', 1, 'the least'],
    ['RINGUP_RATE_TOTAL', '600000', 'rateTotal', 600_000, 'ten thousand a second'],
    ['RINGUP_API_CONCURRENCY', '16', 'apiConcurrency', 16, 'a faster API'],
    ['RINGUP_FORWARD_DELAY', '0', 'forwardDelayMs', { least: 0, most: 0 }, 'at once'],
    ['RINGUP_FORWARD_DELAY', '10-20', 'forwardDelayMs', { least: 10, most: 20 }, 'a little later'],
    ['RINGUP_QUEUE_EVENTS', '100', 'queueEvents', 100, 'a small disk'],
    ['RINGUP_QUEUE_MIB', '1', 'queueBytes', 1_048_576, 'in bytes'],
    ['RINGUP_DEAD_LETTERS_MIB', '2', 'deadLetterBytes', 2_097_152, 'less'],
    ['RINGUP_DEAD_LETTERS', '500', 'deadLetters', 500, 'fewer'],
    ['RINGUP_DAILY_CONVERSIONS', '1000', 'dailyConversions', 1_000, 'a till with an e-mail of its own'],
    ['RINGUP_DAILY_SIGN_UPS', '1', 'dailySignUps', 1, 'the least'],
    ['RINGUP_SCHEMA', 'shop_b', 'schema', 'shop_b', 'the second shop of a database'],
    ['RINGUP_ADMIN_NAMES', 'ringup, ringup.internal', 'adminNames', ['ringup', 'ringup.internal'], 'two names'],
    ['HOST', '::', 'host', '::', 'an address'],
    ['PORT', '0', 'port', 0, 'any free one'],
  ])('%s=%s is %s %j (%s)', (name, value, setting, read) => {
    expect(readWith({ [name]: value })).toHaveProperty(setting, read)
  })

  test('a list may be named like something every object has', () => {
    const { lists } = readWith({ RINGUP_LISTS: '{"constructor":{"id":"7"}}' })
    expect([...lists.keys()]).toEqual(['constructor'])
  })

  test('RINGUP_PLAINTEXT=1 in place of a key stores records as they are', () => {
    expect(readWith({ RINGUP_KEY: undefined, RINGUP_PLAINTEXT: '1' }).keys).toEqual([])
  })
})

describe('a bad value is a problem that names the variable', () => {
  test.each<[name: string, value: string, reason: string]>([
    ['RINGUP_API_URL', 'api.example', 'no scheme'],
    ['RINGUP_API_URL', 'http://api.example', 'the key would travel in the clear'],
    ['RINGUP_API_URL', 'http://127.evil.example', 'only looks like this machine'],
    ['RINGUP_API_URL', 'http://localhost.evil.example', 'only looks like this machine'],
    ['RINGUP_API_URL', 'ftp://api.example', 'another scheme'],
    ['RINGUP_API_URL', 'https://user:pw@api.example', 'credentials'],
    ['RINGUP_API_URL', 'https://api.example/?key=1', 'a query'],
    ['RINGUP_API_URL', 'https://api.example/?', 'an empty query would swallow the paths'],
    ['RINGUP_API_URL', 'https://api.example/#', 'an empty fragment would swallow the paths'],
    ['RINGUP_API_AUTHORIZATION', ' Token x', 'a space that HTTP would trim'],
    ['RINGUP_API_AUTHORIZATION', 'Token\r\nX: y', 'a second header'],
    ['RINGUP_API_AUTHORIZATION', 'Token ü', 'not ASCII'],
    ['RINGUP_ORIGINS', 'shop.example', 'no scheme'],
    ['RINGUP_ORIGINS', 'https://shop.example/', 'browsers send no slash'],
    ['RINGUP_ORIGINS', 'https://shop.example:443', 'browsers send no default port'],
    ['RINGUP_ORIGINS', 'https://Shop.example', 'browsers send lower case'],
    ['RINGUP_ORIGINS', 'null', 'the origin of every sandbox'],
    ['RINGUP_ORIGINS', '*', 'everyone'],
    ['RINGUP_ORIGINS', 'https://shop.example,', 'an empty one'],
    ['RINGUP_LISTS', 'newsletter', 'not JSON'],
    ['RINGUP_LISTS', '[]', 'an array'],
    ['RINGUP_LISTS', '{"News":{"id":"42"}}', 'an upper-case alias'],
    ['RINGUP_LISTS', '{"":{"id":"42"}}', 'an empty alias'],
    ['RINGUP_LISTS', `{"${'a'.repeat(65)}":{"id":"42"}}`, 'an alias of more than 64 characters'],
    ['RINGUP_LISTS', '{"news":"42"}', 'no object'],
    ['RINGUP_LISTS', '{"news":{"id":42}}', 'the id is text'],
    ['RINGUP_LISTS', '{"news":{"id":""}}', 'no id'],
    ['RINGUP_LISTS', '{"news":{"id":"."}}', 'a URL resolves it away'],
    ['RINGUP_LISTS', '{"news":{"id":".."}}', 'a URL resolves it away'],
    ['RINGUP_LISTS', '{"news":{"id":"\\ud800"}}', 'a URL cannot hold it'],
    ['RINGUP_LISTS', '{"news":{"id":"42","fields":"city"}}', 'fields are an array or *'],
    ['RINGUP_LISTS', '{"news":{"id":"42","field":[]}}', 'a key misspelt'],
    ['RINGUP_DATABASE', 'mysql://host/db', 'another server'],
    ['RINGUP_DATABASE', 'postgres://host', 'no database named'],
    ['RINGUP_DATABASE', 'postgres://host:port/db', 'no address'],
    ['RINGUP_DATABASE', 'postgres://me:/w@host/db', 'the password as its place, which is told'],
    ['RINGUP_DATABASE', 'postgres://me:1/w@host/db', 'the password as its port and place'],
    ['RINGUP_DATABASE', 'postgres://me:1/w?x@host/db', 'the same before a query'],
    ['RINGUP_DATABASE', 'postgres://me:1/w#x@host/db', 'the same before a fragment'],
    ['RINGUP_DATABASE', ':memory:', 'gone with the process, after a 202'],
    ['RINGUP_DATABASE', 'file:ringup.db', 'SQLite reads it as an address'],
    ['RINGUP_KEY', 'c2hvcnQ=', 'too short'],
    ['RINGUP_KEY', `${key},`, 'an empty one'],
    ['RINGUP_KEY', Buffer.alloc(32, 1).toString('hex'), 'hexadecimal'],
    ['RINGUP_PLAINTEXT', 'yes', 'not 1'],
    ['RINGUP_PATH', 'ringup', 'no slash before it'],
    ['RINGUP_PATH', '/ringup/', 'a slash behind it'],
    ['RINGUP_PATH', '/', 'everything'],
    ['RINGUP_PATH', '/:id', 'the router gives it a meaning'],
    ['RINGUP_PATH', '/a/../b', 'a URL resolves it away'],
    ['RINGUP_SIGNING_SECRET', 'short', 'can be guessed'],
    ['RINGUP_SIGNING_SECRET', `${'a'.repeat(16)},`, 'an empty one would sign for anybody'],
    ['RINGUP_SERVER_TOKEN', 'a token with spaces in it', 'a header would part it'],
    ['RINGUP_REQUIRE_SIGNATURE', 'orders', 'no kind'],
    ['RINGUP_LINK_HOSTS', 'https://shop.page.link', 'an origin'],
    ['RINGUP_LINK_HOSTS', 'shop.page.link/x', 'a path'],
    ['RINGUP_LINK_HOSTS', 'shop.page.link,', 'an empty one'],
    ['RINGUP_OBEY_GPC', 'yes', 'not 1'],
    ['RINGUP_TAG', '[]', 'no object'],
    ['RINGUP_TRUSTED_HOPS', '-1', 'negative'],
    ['RINGUP_TRUSTED_HOPS', 'true', 'no number'],
    ['RINGUP_ALLOW_OPAQUE_ORIGIN', 'yes', 'not 1'],
    ['RINGUP_RATE_PER_IP', '0', 'nobody could pass'],
    ['RINGUP_RATE_TOTAL', '1e3', 'no digits'],
    ['RINGUP_API_CONCURRENCY', '0', 'nothing would be sent'],
    ['RINGUP_API_CONCURRENCY', '257', 'more than an API is asked at once'],
    ['RINGUP_FORWARD_DELAY', '3000-500', 'backwards'],
    ['RINGUP_FORWARD_DELAY', '0-60001', 'over a minute'],
    ['RINGUP_FORWARD_DELAY', 'soon', 'no number'],
    ['RINGUP_QUEUE_EVENTS', '0', 'nothing would be taken'],
    ['RINGUP_QUEUE_MIB', '0.5', 'not whole'],
    ['RINGUP_DEAD_LETTERS', '-1', 'negative'],
    ['RINGUP_DAILY_CONVERSIONS', '0', 'no order could pass'],
    ['RINGUP_DAILY_SIGN_UPS', 'five', 'no number'],
    ['RINGUP_SCHEMA', 'pg_shop', 'Postgres keeps these names'],
    ['RINGUP_SCHEMA', 'shop"; DROP', 'a second statement'],
    ['RINGUP_SCHEMA', 'Shop', 'SQL folds it'],
    ['RINGUP_ADMIN_NAMES', '*', 'everyone'],
    ['RINGUP_ADMIN_NAMES', 'http://ringup', 'no name'],
    ['PORT', '65536', 'too large'],
    ['PORT', '-1', 'negative'],
    ['PORT', '8787x', 'no number'],
  ])('%s=%s (%s)', (name, value) => {
    const problems = readProblems({ ...NEEDED, [name]: value })
    expect(problems.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1)
  })

  test('no value is repeated: it may be a secret pasted into the wrong place', () => {
    const names = ['API_URL', 'ORIGINS', 'LISTS', 'DATABASE', 'KEY', 'PLAINTEXT', 'PATH'].map(
      (name) => `RINGUP_${name}`,
    )
    const wrong = Object.fromEntries([...names, 'PORT'].map((name) => [name, 's3cret://']))
    const problems = readProblems({ ...wrong, RINGUP_API_AUTHORIZATION: 's3cret\n', RINGUP_NEW: 's3cret' })
    expect(problems).toHaveLength(11)
    expect(problems.join()).not.toContain('s3cret')
  })

  test.each(Object.keys(NEEDED))('%s is needed, and empty is absent', (name) => {
    expect(readProblems({ ...NEEDED, [name]: '' })).toEqual([expect.stringMatching(`^${name} .*\\.$`)])
  })

  test('a signature that is required but can never be checked lets no event pass', () => {
    const problems = readProblems({ ...NEEDED, RINGUP_REQUIRE_SIGNATURE: 'convert' })
    expect(problems).toEqual([expect.stringContaining('RINGUP_SIGNING_SECRET')])
    const secret = { RINGUP_SIGNING_SECRET: 'a'.repeat(16) }
    expect(readWith({ ...secret, RINGUP_REQUIRE_SIGNATURE: 'addToList, convert' }).requireSignature).toHaveLength(2)
  })

  test('a key and plaintext together leave open which was meant', () => {
    expect(readProblems({ ...NEEDED, RINGUP_PLAINTEXT: '1' })).toEqual([expect.stringContaining('not both')])
  })

  test('a RINGUP_ variable that is none may have been meant to protect something', () => {
    const problems = readProblems({ ...NEEDED, RINGUP_ORIGIN: 'x', RINGUP_RATE_TOTAL: '', PATH: '/bin' })
    expect(problems).toEqual(['RINGUP_ORIGIN is not a setting of this version; did you mean RINGUP_ORIGINS?'])
  })

  test.each([
    ['RINGUP_API_AUTHORISATION', '; did you mean RINGUP_API_AUTHORIZATION?'],
    ['RINGUP_TRUSTED_HOP', '; did you mean RINGUP_TRUSTED_HOPS?'],
    ['RINGUP_DAILY_SIGNUPS', '; did you mean RINGUP_DAILY_SIGN_UPS?'],
    ['RINGUP_PORT', '; did you mean PORT?'],
    ['RINGUP_HOST', '; did you mean HOST?'],
    ['RINGUP_SOMETHING_ELSE', '.'],
  ])('%s is not a setting of this version%s', (name, rest) => {
    expect(readProblems({ ...NEEDED, [name]: '1' })).toEqual([`${name} is not a setting of this version${rest}`])
  })

  test.each<[name: string, value: string, sentence: string]>([
    [
      'RINGUP_ORIGINS',
      'https://shop.example/',
      'must be as browsers send it: remove the slash at the end of https://shop.example/.',
    ],
    ['RINGUP_ORIGINS', 'https://Shop.example:443', 'must be as browsers send it: write https://shop.example.'],
    ['RINGUP_ORIGINS', 'https://me:s3cret@shop.example', 'must be as browsers send it: write https://shop.example.'],
    ['RINGUP_ORIGINS', 'shop.example', 'must be origins with their scheme: put https:// before the name.'],
    ['RINGUP_ORIGINS', '*', 'must be origins by name, such as https://shop.example; * would be everyone.'],
    ['RINGUP_LISTS', '{newsletter:42}', 'is not JSON: write {"newsletter":{"id":"42"}}, in single quotes in a shell.'],
    ['RINGUP_KEY', 'ab'.repeat(32), 'is in hexadecimal: it must be base64 (openssl rand -base64 32).'],
    ['RINGUP_PATH', '/ringup/', 'has a slash at the end: remove it.'],
  ])('%s=%s: %s', (name, value, sentence) => {
    expect(readProblems({ ...NEEDED, [name]: value })).toEqual([`${name} ${sentence}`])
  })

  test('what Kubernetes says of a Service called ringup is none of ours', () => {
    const settings = readWith({
      RINGUP_SERVICE_HOST: '10.0.0.1',
      RINGUP_SERVICE_PORT: '8787',
      RINGUP_SERVICE_PORT_HTTP: '8787',
      RINGUP_PORT: 'tcp://10.0.0.1:8787',
      RINGUP_PORT_8787_TCP: 'tcp://10.0.0.1:8787',
      RINGUP_PORT_8787_TCP_PROTO: 'tcp',
      RINGUP_PORT_8787_TCP_PORT: '8787',
      RINGUP_PORT_8787_TCP_ADDR: '10.0.0.1',
      RINGUP_ADMIN_SERVICE_HOST: '10.0.0.2',
      RINGUP_ADMIN_PORT: 'tcp://10.0.0.2:8788',
      RINGUP_ADMIN_PORT_8788_TCP_ADDR: '10.0.0.2',
    })
    expect(settings).toMatchObject({ port: 8787, adminPort: 8788 })
  })

  test('all problems are named at once', () => {
    const wrong = { RINGUP_API_URL: 'x', RINGUP_ORIGINS: 'y', RINGUP_LISTS: 'z', RINGUP_TYPO: '1', PORT: 'p' }
    const named = readProblems(wrong).map((problem) => problem.split(' ')[0])
    const needed = ['RINGUP_API_AUTHORIZATION', 'RINGUP_KEY']
    expect(named.sort()).toEqual([...Object.keys(wrong), ...needed].sort())
  })

  test('the error says them one a line', () => {
    const read = () => readWith({ PORT: 'x', HOST: '', RINGUP_PATH: 'y' })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(/^The settings need attention:\n( {2}[A-Z_]+ must be .*\.\n?){2}$/)
  })
})
