/**
 * Promise: a wrong setting, key, address or file gets one sentence with its cause and its remedy, and starts no proxy.
 *
 * Each row runs the command itself.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { RECIPES } from '../../../src/recipes/index.js'
import { toUsualBounds } from '../../support/bounds.js'
import { runCommand } from '../../support/command.js'
import { newFolder } from '../../support/proxy.js'

const key = Buffer.alloc(32, 1).toString('base64')
const NEEDED = {
  RINGUP_API_URL: 'https://api.example/v1',
  RINGUP_API_AUTHORIZATION: 'Token s3cret',
  RINGUP_ORIGINS: 'https://shop.example',
  RINGUP_KEY: key,
}

let folder: ReturnType<typeof newFolder>
const inFolder = (name: string) => join(folder.path, name)
beforeAll(async () => {
  process.stdout.setMaxListeners(0) // a command that ends in an error leaves its listeners to the end of the process
  folder = newFolder()
  const seal = createSeal([Buffer.alloc(32, 1)])
  const queue = await openQueue({ database: inFolder('ringup.db'), seal, most: toUsualBounds(), log: () => {} })
  await queue.close()
})
afterAll(() => folder.remove())

const SECRET = 'must be at least 16 characters without spaces; older ones after a comma.'
const SWITCH = 'must be 1 or absent.'
/** The sentence of each variable, without its name. */
const SENTENCES: Record<string, string> = {
  RINGUP_API_URL:
    'must be the https:// address of the API (http:// only on this machine), without query or credentials.',
  RINGUP_API_AUTHORIZATION:
    'must be the whole value of the Authorization header, such as Token 0123456789, on one line.',
  RINGUP_ORIGINS: 'must be origins such as https://shop.example, separated by commas.',
  RINGUP_LISTS: 'must be JSON such as {"newsletter":{"id":"42","fields":["first_name"]}}, names of a-z, 0-9 and -.',
  RINGUP_DATABASE: 'must be the path of a file, or postgres://user:password@host/database, its / and @ as %2F and %40.',
  RINGUP_KEY: 'must be 32 random bytes in base64 (openssl rand -base64 32), older keys after a comma.',
  RINGUP_PLAINTEXT: SWITCH,
  RINGUP_PATH: 'must be a path such as /ringup, without a slash at the end.',
  RINGUP_SIGNING_SECRET: SECRET,
  RINGUP_SERVER_TOKEN: SECRET,
  RINGUP_SHOPIFY_SECRET: SECRET,
  RINGUP_WOOCOMMERCE_SECRET: SECRET,
  RINGUP_ADMIN_TOKEN: SECRET,
  RINGUP_REQUIRE_SIGNATURE: 'must be convert, addToList, or both with a comma.',
  RINGUP_LINK_HOSTS: 'must be host names such as shop.page.link, separated by commas.',
  RINGUP_OBEY_GPC: SWITCH,
  RINGUP_ALLOW_OPAQUE_ORIGIN: SWITCH,
  RINGUP_TRUSTED_HOPS: 'must be a whole number, 0 to 20.',
  RINGUP_RATE_PER_IP: 'must be a whole number of events a minute, from 1 on.',
  RINGUP_RATE_TOTAL: 'must be a whole number of events a minute, from 1 on.',
  RINGUP_SCHEMA: 'must be the name of a schema: a-z, 0-9 and _, not beginning with pg_ or a digit.',
  RINGUP_ADMIN_NAMES: 'must be host names such as ringup.internal, separated by commas.',
  RINGUP_ADMIN_PORT: 'must be a port, 0 to 65535.',
  RINGUP_ALERT_URL: 'must be an https:// or http:// address, without user and password.',
  PORT: 'must be a port, 0 to 65535.',
}

describe('a wrong variable', () => {
  test.each<[name: string, value: string | undefined, reason: string, sentence?: string]>([
    ['RINGUP_API_URL', '', 'needed'],
    ['RINGUP_API_URL', 'api.example', 'no scheme'],
    ['RINGUP_API_URL', 'http://api.example', 'the key would travel in the clear'],
    ['RINGUP_API_URL', 'http://127.evil.example', 'only looks like this machine'],
    ['RINGUP_API_URL', 'http://localhost.evil.example', 'only looks like this machine'],
    ['RINGUP_API_URL', 'ftp://api.example', 'another scheme'],
    ['RINGUP_API_URL', 'https://user:pw@api.example', 'credentials'],
    ['RINGUP_API_URL', 'https://api.example/?key=1', 'a query'],
    ['RINGUP_API_URL', 'https://api.example/?', 'an empty query would swallow the paths'],
    ['RINGUP_API_URL', 'https://api.example/#', 'an empty fragment would swallow the paths'],
    ['RINGUP_API_AUTHORIZATION', '', 'needed'],
    ['RINGUP_API_AUTHORIZATION', ' Token x', 'a space that HTTP would trim'],
    ['RINGUP_API_AUTHORIZATION', 'Token\r\nX: y', 'a second header'],
    ['RINGUP_API_AUTHORIZATION', 'Token ü', 'not ASCII'],
    ['RINGUP_ORIGINS', '', 'needed'],
    ['RINGUP_ORIGINS', 'shop.example', 'no scheme', 'must be origins with their scheme: put https:// before the name.'],
    [
      'RINGUP_ORIGINS',
      'https://shop.example/',
      'browsers send no slash',
      'must be as browsers send it: remove the slash at the end of https://shop.example/.',
    ],
    [
      'RINGUP_ORIGINS',
      'https://Shop.example:443',
      'browsers send lower case and no default port',
      'must be as browsers send it: write https://shop.example.',
    ],
    [
      'RINGUP_ORIGINS',
      'https://me:s3cret@shop.example',
      'credentials',
      'must be as browsers send it: write https://shop.example.',
    ],
    ['RINGUP_ORIGINS', 'null', 'the origin of every sandbox'],
    ['RINGUP_ORIGINS', '*', 'everyone', 'must be origins by name, such as https://shop.example; * would be everyone.'],
    ['RINGUP_ORIGINS', 'https://shop.example,', 'an empty one'],
    [
      'RINGUP_LISTS',
      'newsletter',
      'not JSON',
      'is not JSON: write {"newsletter":{"id":"42"}}, in single quotes in a shell.',
    ],
    ['RINGUP_LISTS', '[]', 'an array'],
    ['RINGUP_LISTS', '{"News":{"id":"42"}}', 'an upper-case alias'],
    ['RINGUP_LISTS', '{"":{"id":"42"}}', 'an empty alias'],
    ['RINGUP_LISTS', `{"${'a'.repeat(65)}":{"id":"42"}}`, 'an alias of more than 64 characters'],
    ['RINGUP_LISTS', '{"news":"42"}', 'not an object'],
    ['RINGUP_LISTS', '{"news":{"id":42}}', 'the id is text'],
    ['RINGUP_LISTS', '{"news":{"id":""}}', 'an empty id'],
    ['RINGUP_LISTS', '{"news":{"id":"."}}', 'a URL resolves it away'],
    ['RINGUP_LISTS', '{"news":{"id":".."}}', 'a URL resolves it away'],
    ['RINGUP_LISTS', '{"news":{"id":"\\ud800"}}', 'a URL cannot hold it'],
    ['RINGUP_LISTS', '{"news":{"id":"42","fields":"city"}}', 'fields are an array or *'],
    ['RINGUP_LISTS', '{"news":{"id":"42","field":[]}}', 'a key misspelt'],
    ['RINGUP_DATABASE', 'mysql://host/db', 'another server'],
    ['RINGUP_DATABASE', 'postgres://host', 'no database named'],
    ['RINGUP_DATABASE', 'postgres://host:port/db', 'not an address'],
    ['RINGUP_DATABASE', 'postgres://me:/w@host/db', 'the password as its place, which is shown'],
    ['RINGUP_DATABASE', 'postgres://me:1/w@host/db', 'the password as its port and place'],
    ['RINGUP_DATABASE', 'postgres://me:1/w?x@host/db', 'the same before a query'],
    ['RINGUP_DATABASE', 'postgres://me:1/w#x@host/db', 'the same before a fragment'],
    ['RINGUP_DATABASE', ':memory:', 'gone with the process, after a 202'],
    ['RINGUP_DATABASE', 'file:ringup.db', 'SQLite reads it as an address'],
    ['RINGUP_KEY', 'c2hvcnQ=', 'too short'],
    ['RINGUP_KEY', `${key},`, 'an empty one'],
    ['RINGUP_KEY', 'ab'.repeat(32), 'hexadecimal', 'is in hexadecimal: it must be base64 (openssl rand -base64 32).'],
    [
      'RINGUP_KEY',
      '',
      'neither a key nor plaintext',
      'is needed (openssl rand -base64 32), or RINGUP_PLAINTEXT=1 to store customers’ data unencrypted; not both.',
    ],
    ['RINGUP_PATH', 'ringup', 'no slash before it'],
    ['RINGUP_PATH', '/ringup/', 'a slash behind it', 'has a slash at the end: remove it.'],
    ['RINGUP_PATH', '/', 'everything'],
    ['RINGUP_PATH', '/:id', 'the router gives it a meaning'],
    ['RINGUP_PATH', '/a/../b', 'a URL resolves it away'],
    ['RINGUP_SIGNING_SECRET', 'short', 'can be guessed'],
    ['RINGUP_SIGNING_SECRET', `${'a'.repeat(16)},`, 'an empty one would sign for everyone'],
    ['RINGUP_SERVER_TOKEN', 'a token with spaces in it', 'a header would part it'],
    ['RINGUP_SHOPIFY_SECRET', 'short', 'can be guessed'],
    ['RINGUP_WOOCOMMERCE_SECRET', 'short', 'can be guessed'],
    ['RINGUP_ADMIN_TOKEN', 'short', 'can be guessed'],
    ['RINGUP_REQUIRE_SIGNATURE', 'orders', 'not a kind'],
    [
      'RINGUP_REQUIRE_SIGNATURE',
      'convert',
      'no event could pass',
      'needs RINGUP_SIGNING_SECRET or RINGUP_SERVER_TOKEN. Without them, every event would be refused.',
    ],
    ['RINGUP_LINK_HOSTS', 'https://shop.page.link', 'an origin'],
    ['RINGUP_LINK_HOSTS', 'shop.page.link/x', 'a path'],
    ['RINGUP_LINK_HOSTS', 'shop.page.link,', 'an empty one'],
    ['RINGUP_OBEY_GPC', 'yes', 'not 1'],
    ['RINGUP_ALLOW_OPAQUE_ORIGIN', 'yes', 'not 1'],
    ['RINGUP_TRUSTED_HOPS', '-1', 'negative'],
    ['RINGUP_TRUSTED_HOPS', 'true', 'not a number'],
    ['RINGUP_RATE_PER_IP', '0', 'no event could pass'],
    ['RINGUP_RATE_TOTAL', '1e3', 'not digits'],
    ['RINGUP_SCHEMA', 'pg_shop', 'Postgres keeps these names'],
    ['RINGUP_SCHEMA', 'shop"; DROP', 'a second statement'],
    ['RINGUP_SCHEMA', 'Shop', 'SQL folds it'],
    ['RINGUP_ADMIN_NAMES', '*', 'everyone'],
    ['RINGUP_ADMIN_NAMES', 'http://ringup', 'not a name'],
    ['RINGUP_ADMIN_PORT', 'x', 'not a number'],
    ['RINGUP_ALERT_URL', 'mailto:me@shop.example', 'takes no POST'],
    ['PORT', '65536', 'too large'],
    ['PORT', '-1', 'negative'],
    ['PORT', '8787x', 'not a number'],
    // Misspelt, it may have been meant to protect something.
    ['RINGUP_ORIGIN', '1', 'misspelt', 'is not a setting of this version; did you mean RINGUP_ORIGINS?'],
    [
      'RINGUP_API_AUTHORISATION',
      '1',
      'British',
      'is not a setting of this version; did you mean RINGUP_API_AUTHORIZATION?',
    ],
    ['RINGUP_TRUSTED_HOP', '1', 'misspelt', 'is not a setting of this version; did you mean RINGUP_TRUSTED_HOPS?'],
    ['RINGUP_RATE_TOTALS', '1', 'misspelt', 'is not a setting of this version; did you mean RINGUP_RATE_TOTAL?'],
    ['RINGUP_PORT', '1', 'its prefix', 'is not a setting of this version; did you mean PORT?'],
    ['RINGUP_HOST', '1', 'its prefix', 'is not a setting of this version; did you mean HOST?'],
    ['RINGUP_SOMETHING_ELSE', '1', 'of another version', 'is not a setting of this version: remove it.'],
  ])('%s=%s (%s)', async (name, value, _reason, sentence = SENTENCES[name] ?? '') => {
    const err = `The settings need attention:\n  ${name} ${sentence}\n`
    expect(await runCommand(['proxy'], { ...NEEDED, [name]: value })).toEqual({ code: 1, out: '', err })
  })

  test.each([
    [
      'one port for shoppers and the operator',
      { PORT: '9000', RINGUP_ADMIN_PORT: '9000' },
      'PORT and RINGUP_ADMIN_PORT are the same: the operator’s port needs its own, because shoppers must not reach it.',
    ],
    ['a switch', { RINGUP_KEY: '', RINGUP_PLAINTEXT: 'yes' }, `RINGUP_PLAINTEXT ${SWITCH}`],
    [
      'a key and plaintext together',
      { RINGUP_PLAINTEXT: '1' },
      'RINGUP_KEY is needed (openssl rand -base64 32), or RINGUP_PLAINTEXT=1 to store customers’ data unencrypted; not both.',
    ],
  ])('%s', async (_what, more, sentence) => {
    const err = `The settings need attention:\n  ${sentence}\n`
    expect(await runCommand(['proxy'], { ...NEEDED, ...more })).toEqual({ code: 1, out: '', err })
  })
})

const scripted = RECIPES.find((recipe) => 'script' in recipe)?.name ?? ''
const CONSENT = 'consent must be required or not-required, or a consent recipe as JSON, with read or deny.'

test.each([
  ['[]', 'RINGUP_TAG is not a JSON object, such as {"convertOn":"purchase"}.'],
  ['"x"', 'RINGUP_TAG is not a JSON object, such as {"convertOn":"purchase"}.'],
  ['{"convertOn"', 'RINGUP_TAG is not a JSON object, such as {"convertOn":"purchase"}.'],
  ['{"convertOm":"purchase"}', 'RINGUP_TAG: convertOm is not a setting. Did you mean convertOn?'],
  ['{"somethingElse":"x"}', 'RINGUP_TAG: somethingElse is not a setting. Remove it.'],
  ['{"decimal":"x"}', 'RINGUP_TAG: decimal must be . or ,.'],
  ['{"convertOn":5}', 'RINGUP_TAG: convertOn must be a text.'],
  ['{"signature":"1.x"}', 'RINGUP_TAG: a signature is one customer’s, so it cannot be served to all: remove it.'],
  ['{"selectors":"#a"}', 'RINGUP_TAG: selectors must be a JSON object.'],
  ['{"selectors":{"items":{"__proto__":"x"}}}', 'RINGUP_TAG: selectors must be an object of texts.'],
  ['{"consent":{"raed":"x"}}', `RINGUP_TAG: ${CONSENT}`],
  [
    '{"consent":"klaro"}',
    'RINGUP_TAG: the consent recipe klaro needs a script on the page: set "consent" to "required".',
  ],
  ['{"recipe":"woocomerce"}', 'RINGUP_TAG: the recipe "woocomerce" does not exist; did you mean woocommerce?'],
  ['woocommerc', 'RINGUP_TAG: the recipe "woocommerc" does not exist; did you mean woocommerce?'],
  ['qqq', 'RINGUP_TAG: the recipe "qqq" does not exist. A file is named by its path, such as ./tag.json.'],
  [
    './no-such-file.json',
    'The file ./no-such-file.json of RINGUP_TAG cannot be read (ENOENT): check its path and who may read it.',
  ],
  ['src/', 'The file src/ of RINGUP_TAG cannot be read (EISDIR): check its path and who may read it.'],
  ['./package-lock.json', 'The file ./package-lock.json of RINGUP_TAG: name is not a setting. Remove it.'],
  [
    scripted,
    `RINGUP_TAG: the recipe ${scripted} needs a script on the page, so it cannot be served: take its lines from the set-up page.`,
  ],
])('RINGUP_TAG=%s', async (value, sentence) => {
  const { code, out, err } = await runCommand(['proxy'], { ...NEEDED, RINGUP_TAG: value })
  expect({ code, out, first: err.split('\n').slice(0, 2).join('\n') }).toEqual({
    ...{ code: 1, out: '' },
    first: `The settings need attention:\n  ${sentence}`,
  })
})

describe('a wrong path or key', () => {
  test.each<[what: string, words: () => string[], more: () => object, sentence: () => string]>([
    [
      'the database is in a folder that is not there',
      () => ['proxy'],
      () => ({ RINGUP_DATABASE: '/nowhere/x/ringup.db' }),
      () =>
        'The database file /nowhere/x/ringup.db cannot be used: the folder /nowhere/x does not exist. Create it, or set RINGUP_DATABASE to a file in another folder.',
    ],
    [
      'the database is a folder',
      () => ['proxy'],
      () => ({ RINGUP_DATABASE: folder.path }),
      () => `The database file ${folder.path} cannot be used: it is a folder. Set RINGUP_DATABASE to a file in it.`,
    ],
    [
      'a command names another database',
      () => ['find', '--order', '1'],
      () => ({ RINGUP_DATABASE: '/nowhere/ringup.db' }),
      () => 'The database /nowhere/ringup.db does not exist. Set RINGUP_DATABASE to the file that the proxy uses.',
    ],
    [
      'a command has another key',
      () => ['find', '--order', '1'],
      () => ({ RINGUP_DATABASE: inFolder('ringup.db'), RINGUP_KEY: Buffer.alloc(32, 8).toString('base64') }),
      () =>
        `The database file ${inFolder('ringup.db')} cannot be used: no key of RINGUP_KEY opens this record. Add the key that it was written with, after a comma.`,
    ],
    [
      'a command has no key',
      () => ['find', '--order', '1'],
      () => ({ RINGUP_KEY: '' }),
      () =>
        'The settings need attention:\n  RINGUP_KEY is missing. Name the proxy’s file of settings with --env-file, or set the key that the database was written with.',
    ],
    [
      'the file of settings does not exist',
      () => ['--env-file', '/nowhere/ringup.env', 'proxy'],
      () => ({}),
      () => 'The file /nowhere/ringup.env does not exist: --env-file names the file with the settings.',
    ],
    [
      'the file of settings is a folder',
      () => ['--env-file', folder.path, 'proxy'],
      () => ({}),
      () => `The file ${folder.path} cannot be read (EISDIR): --env-file names a file with one setting in each line.`,
    ],
    [
      'the file of settings has spaces round a sign',
      () => ['--env-file', write('spaces.env', '# x\nRINGUP_PATH = /x\n'), 'proxy'],
      () => ({}),
      () => `Line 2 of ${inFolder('spaces.env')} is not a setting: write NAME=value, without spaces round the sign.`,
    ],
    [
      'init would overwrite a file',
      () => ['init', inFolder('ringup.db')],
      () => ({}),
      () =>
        `${inFolder('ringup.db')} exists already, and its key opens a database, so it was not changed. Name another file.`,
    ],
    [
      'init writes into a folder that does not exist',
      () => ['init', '/nowhere/ringup.env'],
      () => ({}),
      () => '/nowhere/ringup.env cannot be written (ENOENT): name a file in a folder where you may write.',
    ],
    [
      'alerts go nowhere',
      () => ['alert', '--test'],
      () => ({ RINGUP_ALERT_URL: '' }),
      () => 'RINGUP_ALERT_URL is not set, so no alert is sent. Set it to an address that takes a POST.',
    ],
  ])('%s', async (_what, words, more, sentence) => {
    const ended = await runCommand(words(), { ...NEEDED, ...more() })
    expect(ended).toEqual({ code: 1, out: '', err: `${sentence()}\n` })
  })
})

const write = (name: string, content: string | Buffer) => {
  writeFileSync(inFolder(name), content)
  return inFolder(name)
}

describe('a wrong file of orders', () => {
  const zip = Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000\u0008', 'latin1')
  test.each<[what: string, content: string | Buffer | undefined, sentence: string, options?: string[]]>([
    ['is not there', undefined, 'x.csv cannot be read: there is no such file. Check the path.'],
    ['is empty', '', 'x.csv is empty: export the orders again.'],
    ['is a spreadsheet', zip, 'x.csv is a spreadsheet (xlsx) or a zip file: export the orders as CSV.'],
    [
      'is an old spreadsheet',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'x.csv is a spreadsheet (xls): export the orders as CSV.',
    ],
    ['is a PDF', '%PDF-1.7\n', 'x.csv is a PDF file: export the orders as CSV.'],
    [
      'is a page that asks to sign in',
      '\n<!DOCTYPE html><title>Log in',
      'x.csv is a web page or XML: export the orders as CSV.',
    ],
    ['is JSON', '[{"order":1}]', 'x.csv is JSON: export the orders as CSV.'],
    [
      'has no header',
      '1001,ada@example.com\n',
      'x.csv needs a header row that names its columns, such as order_number,email.',
    ],
    [
      'has columns that are not known',
      'ref,who\n1,a@example.com\n',
      'x.csv has the columns ref, who. Name the right ones with --order-column and --email-column.',
    ],
    [
      'has another column than the one that is named',
      'ref,who\n1,a@example.com\n',
      'x.csv has the columns ref, who. Name the right ones with --order-column and --email-column.',
      ['--order-column', 'ref', '--email-column', 'mail'],
    ],
    [
      'has no column of that total',
      'order,email\n1,a@example.com\n',
      'x.csv has the columns order, email. Name the right ones with --amount-column.',
      ['--amount-column', 'sum'],
    ],
    [
      'has a quote that is open',
      'order,email\n"1001,secret@example.com\n',
      'x.csv has a quote that is not closed, or not doubled, in or after line 1: export it again.',
    ],
    [
      'has a quote that is open, and much behind it',
      `order,email\n"1001,secret@example.com\n${'1,a@example.com\n'.repeat(80_000)}`,
      'x.csv has a quote that is not closed, or not doubled, in or after line 1: export it again.',
    ],
    [
      'has a separator without quotes',
      'order,item,email\n1,mug, blue,secret@example.com\n',
      'x.csv has more cells in line 2 than columns: one with a separator needs quotes. Export it again.',
    ],
    ['has a header alone', 'order,email\n', 'x.csv has no orders, which proves nothing.'],
    [
      'has no paid order',
      'order,email,status\n1,a@example.com,Failed\n',
      'x.csv has no orders, which proves nothing. Left out: 1 failed.',
    ],
  ])('%s', async (_what, content, sentence, options = []) => {
    const file = content === undefined ? inFolder('none/x.csv') : write('x.csv', content)
    const ended = await runCommand(['reconcile', file, ...options], {
      ...NEEDED,
      RINGUP_DATABASE: inFolder('ringup.db'),
    })
    expect(ended).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })

  test('is a folder', async () => {
    mkdirSync(inFolder('orders'), { recursive: true })
    const { code, err } = await runCommand(['reconcile', inFolder('orders')], {
      ...NEEDED,
      RINGUP_DATABASE: inFolder('ringup.db'),
    })
    expect([code, err]).toEqual([1, 'orders cannot be read: it is a folder. Name the file in it.\n'])
  })
})

test.each([
  [['reconcil', 'x'], "error: unknown command 'reconcil'\n(Did you mean reconcile?)\n"],
  [['reconcile', 'x', '--atleast', '9'], "error: unknown option '--atleast'\n(Did you mean --at-least?)\n"],
  [
    ['reconcile', 'x', '--at-least', '101'],
    "error: option '--at-least <per cent>' argument '101' is invalid. It has to be a number from 0 to 100.\n",
  ],
  [['find'], 'find takes the id of an event, or --order, and with it --email.\n'],
  [['find', '--order', ''], "error: option '--order <number>' argument '' is invalid. It has to be an order number.\n"],
  [['find', '1', '--order', '1'], 'find takes the id of an event, or --order, and with it --email.\n'],
  [['events', 'replay'], 'events replay takes an id or --reason, not both.\n'],
  [
    ['erase', 'ada'],
    "error: command-argument value 'ada' is invalid for argument 'e-mail'. It has to be one e-mail address.\n",
  ],
  [
    ['events', 'list', '--state', 'gone'],
    "error: option '--state <state>' argument 'gone' is invalid. Allowed choices are waiting, delivered, dead, refused.\n",
  ],
])('wrong words: %j', async (words, err) => {
  expect(await runCommand(words, NEEDED)).toEqual({ code: 2, out: '', err })
})
