/** Promise: wrong settings stop the proxy at its start. The error names all of them, without their values. */
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
    schema: 'ringup',
  })
})

describe('a good value is read', () => {
  const list = (id: string, fields: unknown) => new Map([['newsletter', { id, fields }]])

  test.each<[name: string, value: string, setting: string, read: unknown, reason: string]>([
    ['RINGUP_API_URL', 'https://api.example', 'apiUrl', 'https://api.example', 'only the host'],
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
      'an older secret',
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
    ['RINGUP_SCHEMA', 'shop_b', 'schema', 'shop_b', 'the second shop of a database'],
    ['RINGUP_ADMIN_NAMES', 'ringup, ringup.internal', 'adminNames', ['ringup', 'ringup.internal'], 'two names'],
    ['HOST', '::', 'host', '::', 'an address'],
    ['PORT', '0', 'port', 0, 'any free port'],
  ])('%s=%s is %s %j (%s)', (name, value, setting, read) => {
    expect(readWith({ [name]: value })).toHaveProperty(setting, read)
  })

  test('a list may have the name of a property that every object has', () => {
    const { lists } = readWith({ RINGUP_LISTS: '{"constructor":{"id":"7"}}' })
    expect([...lists.keys()]).toEqual(['constructor'])
  })

  test('RINGUP_PLAINTEXT=1 instead of a key stores records in plain text', () => {
    expect(readWith({ RINGUP_KEY: undefined, RINGUP_PLAINTEXT: '1' }).keys).toEqual([])
  })
})

describe('wrong settings; wrong-settings.test.ts has the sentence of each', () => {
  test('no value is repeated: it may be a secret pasted into the wrong place', () => {
    const names = ['API_URL', 'ORIGINS', 'LISTS', 'DATABASE', 'KEY', 'PLAINTEXT', 'PATH'].map(
      (name) => `RINGUP_${name}`,
    )
    const wrong = Object.fromEntries([...names, 'PORT'].map((name) => [name, 's3cret://']))
    const problems = readProblems({ ...wrong, RINGUP_API_AUTHORIZATION: 's3cret\n', RINGUP_NEW: 's3cret' })
    expect(problems).toHaveLength(11)
    expect(problems.join()).not.toContain('s3cret')
  })

  test('a signature that can be checked may be required', () => {
    const secret = { RINGUP_SIGNING_SECRET: 'a'.repeat(16) }
    expect(readWith({ ...secret, RINGUP_REQUIRE_SIGNATURE: 'addToList, convert' }).requireSignature).toHaveLength(2)
  })

  test('variables that Kubernetes sets for a Service called ringup are ignored', () => {
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

  test('all problems are named together', () => {
    const wrong = { RINGUP_API_URL: 'x', RINGUP_ORIGINS: 'y', RINGUP_LISTS: 'z', RINGUP_TYPO: '1', PORT: 'p' }
    const named = readProblems(wrong).map((problem) => problem.split(' ')[0])
    const needed = ['RINGUP_API_AUTHORIZATION', 'RINGUP_KEY']
    expect(named.sort()).toEqual([...Object.keys(wrong), ...needed].sort())
  })

  test('the error has one problem on each line', () => {
    const read = () => readWith({ PORT: 'x', HOST: '', RINGUP_PATH: 'y' })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(/^The settings need attention:\n( {2}[A-Z_]+ must be .*\.\n?){2}$/)
  })
})
