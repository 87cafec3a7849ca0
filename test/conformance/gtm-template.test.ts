/**
 * Promise: Google's gallery can accept the template for Tag Manager. The template passes its scenarios, and has only permissions that it
 * needs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Kind, layOutGallery } from '../../src/gtm/gallery.mjs'
import { writeTemplate } from '../../src/gtm/template.mjs'
import { checkPermissions, createGuard } from '../support/emulators/gtm/permissions.js'
import { listFields, parseTemplate, type Template } from '../support/emulators/gtm/template.js'
import { checkTemplate } from '../support/gtm/gallery.js'
import { checkLanguage } from '../support/gtm/language.js'
import { parseScenarios, runScenarios } from '../support/gtm/scenarios.js'

const read = (name: string) => readFileSync(`src/gtm/${name}`, 'utf8')

const text = writeTemplate('web')
const template = parseTemplate(text)
const serverText = writeTemplate('server')
const serverTemplate = parseTemplate(serverText)

const readScenarios = (kind: Kind) => readFileSync(`test/support/gtm/${kind}.yaml`, 'utf8')
const SCENARIOS = { WEB: parseScenarios(readScenarios('web')), SERVER: parseScenarios(readScenarios('server')) }
const runAll = (template: Template) => runScenarios(template, SCENARIOS[template.context])

/** The globals of the sandbox. */
const GLOBALS = ['require', 'data']

describe.each([template, serverTemplate])('the template for a container of the kind $context', (template) => {
  test('is written in the language of the sandbox', () => {
    expect(checkLanguage(template.code, GLOBALS)).toEqual([])
  })

  test('has the permissions that its APIs need, and no others', () => {
    expect(checkPermissions(template.code, template.permissions, template.context)).toEqual([])
  })

  test('follows the rules of the editor and the gallery', () => {
    expect(checkTemplate(template)).toEqual([])
  })

  const { results, unused, missing } = runAll(template)

  test.each(results)('passes: $name', ({ failure }) => {
    expect(failure).toBeUndefined()
  })

  test('has a scenario for each call that needs a permission', () => {
    expect(missing).toEqual([])
  })

  test('uses everything that its permissions allow', () => {
    expect(unused).toEqual([])
  })

  test('reads each of its fields, and no others', () => {
    const named = [...template.code.matchAll(/\bdata\.(?!gtmOn)(\w+)/g)].map(([, name]) => name)
    const fields = listFields(template.parameters).map(({ name }) => name)
    const others = fields.filter((name) => !name.startsWith('consent_'))
    expect([...new Set(named)].sort()).toEqual(others.sort())
  })

  test('has a box for each type of consent it asks for, with only ad_user_data ticked', () => {
    const [, types = ''] = /const CONSENT_TYPES = \[([^\]]+)\]/.exec(template.code) ?? []
    const boxes = listFields(template.parameters).filter(({ name }) => name.startsWith('consent_'))
    expect(boxes.map(({ name }) => name).sort()).toEqual(
      [...types.matchAll(/\w+/g)].map(([type]) => `consent_${type}`).sort(),
    )
    expect(boxes.filter(({ defaultValue }) => defaultValue).map(({ name }) => name)).toEqual(['consent_ad_user_data'])
  })
})

test('the web template writes to the console in preview only', () => {
  expect(text).toMatch(/"publicId": "logging"[\s\S]*?"string": "debug"/)
})

describe('the gallery’s other files', () => {
  test.each(['web', 'server'])('the metadata of %s has pages and versions', (kind) => {
    const metadata = parse(read(`${kind}/metadata.yaml`))
    expect(Object.keys(metadata)).toEqual(['homepage', 'documentation', 'versions'])
    for (const address of [metadata.homepage, metadata.documentation]) expect(new URL(address).protocol).toBe('https:')
    expect(metadata.versions).toEqual([
      { sha: expect.stringMatching(/^[0-9a-f]{40}$/), changeNotes: expect.any(String) },
    ])
  })

  test.each<[Kind, string]>([
    ['web', text],
    ['server', serverText],
  ])('of %s are written as a repository, with its own addresses and commit', (kind, text) => {
    const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
    const values = {
      homepage: 'https://tea.example.com/',
      documentation: 'https://tea.example.com/tags',
      sha: 'a'.repeat(40),
    }
    layOutGallery(kind, folder, values)
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'metadata.yaml', 'template.tpl'])
    const { homepage, documentation, versions } = parse(readFileSync(join(folder, 'metadata.yaml'), 'utf8'))
    expect({ homepage, documentation, sha: versions[0].sha }).toEqual(values)
    expect(readFileSync(join(folder, 'template.tpl'), 'utf8')).toBe(text)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:|#)/)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['homepage', 'https://ringup.example/', 'is not an https:// address of yours'],
    ['documentation', 'http://tea.example.com/', 'is not an https:// address of yours'],
    ['sha', '0'.repeat(40), 'is not the hash of a commit'],
    ['sha', 'main', 'is not the hash of a commit'],
    ['colour', 'red', 'has no colour'],
  ])('are not written with %s %s', (name, value, reason) => {
    expect(() => layOutGallery('web', tmpdir(), { [name]: value })).toThrow(reason)
  })

  test('the licence is the full text of Apache 2.0', () => {
    const licence = read('LICENSE').replace(/\s+/g, ' ')
    expect(licence).toContain('Apache License Version 2.0, January 2004')
    expect(licence).toContain('9. Accepting Warranty or Additional Liability.')
    expect(licence).toContain('END OF TERMS AND CONDITIONS')
  })
})

describe('the runner refuses', () => {
  /** Makes the template with one change. */
  const change = (from: string | RegExp, to: string) => {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    return parseTemplate(changed)
  }
  const failures = (changed: Template) => runAll(changed).results.flatMap(({ failure }) => failure ?? [])

  test.each([
    ['new Date()', 'NewExpression'],
    ['const a = /a/.test("a")', 'a regex literal'],
    ['const a = Object.keys({})', 'the global Object'],
    ['const a = function* () {}', 'generators'],
    ['const [a] = [1]', 'destructuring'],
    ['const a = data?.b', '?.'],
    ['const a = data ?? 1', '??'],
    ['const a = [1].includes(1)', 'the method includes'],
    ['const a = (b = 1) => b', 'parameters'],
    ['const data = {}, a = { data }', 'shorthands'],
    ['const = 1', 'not JavaScript'],
    ["const a = [1]['includes'](1)", 'the method includes'],
    ["const a = data['__proto__']", '__proto__'],
    ['const a = { __proto__: data }', '__proto__'],
    ["const a = data['constructor']", 'the method constructor'],
    ['const a = 1 | 2', '| is not known'],
    ['let a = 1; a &= 2', '&= is not known'],
    ['const a = void 0', 'unary void'],
  ])('%j in the code', (code, reason) => {
    expect(checkLanguage(code, GLOBALS).join()).toContain(reason)
  })

  test('no code that the sandbox knows', () => {
    const code = `var a = 1; let b = [a, undefined]; const c = (d) => { if (d) return arguments; }
      function e(f) { for (var g in f) { h = f[g]; } var h; return h; }
      b.map(c); e({ i: 'j', 'k': data.l }).toString(); return;`
    expect(checkLanguage(code, GLOBALS)).toEqual([])
  })

  test('a permission that is missing', () => {
    const changed = { ...template, permissions: template.permissions.filter(({ name }) => name !== 'inject_script') }
    expect(checkPermissions(changed.code, changed.permissions)).toEqual(['injectScript needs inject_script'])
    // The template itself checks its permission, and says what to add.
    expect(failures(changed).join()).toContain('"call convert"] is not equal to ["call convert","inject"]')
  })

  test.each([
    ['a web template’s sections for a server', '"SERVER"', '"WEB"', 'containerContexts is not SERVER'],
    ['permissions of the other kind', '___SERVER_PERMISSIONS___', '___WEB_PERMISSIONS___', 'The sections are'],
  ])('%s', (_what, from, to, reason) => {
    expect(() => parseTemplate(serverText.replace(from, to))).toThrow(reason)
  })

  test.each([
    ['data of the browser', "'customer_type', 'items'", "'customer_type', 'items', 'client_id'", 'is not equal to -1'],
    ['a hash as an address', 'if (isHashed)', 'if (false)', 'the event has no e-mail'],
    ['an order without consent', 'if (held)', 'if (false)', 'is not empty'],
    ['a 202 of another server', ' && reply.id === envelope.id', '', 'gtmOnFailure was not called'],
    ['a retry under another id', 'send(envelope, attempt + 1)', 'send(readRaw(), attempt + 1)', 'is not equal'],
  ])('by a scenario of the server template: %s', (_what, from, to, reason) => {
    const changed = serverText.replace(from, to)
    expect(changed).not.toBe(serverText)
    expect(failures(parseTemplate(changed)).join('\n')).toContain(reason)
  })

  test.each([
    ['a key of the data layer', '"string": "eventModel"', 'no permission read_data_layer eventModel'],
    ['a global', '"string": "ringup.version"', 'no permission access_globals read ringup.version'],
    ['a type of consent', '"string": "analytics_storage"', 'no permission access_consent read analytics_storage'],
    ['an address', '"string": "https://*/ringup/*"', '"call convert"] is not equal to ["call convert","inject"]'],
    ['a function to call', '"string": "ringup.flush"', 'no permission access_globals execute ringup.flush'],
  ])('a permission without %s, by a scenario that needs it', (_what, entry, reason) => {
    expect(failures(change(entry, '"string": "other"')).join()).toContain(reason)
  })

  test('a call on a branch that no scenario runs, whose permission may be missing', () => {
    const code = `${template.code}\nif (data.tagType === 'other') callInWindow('location.reload');`
    expect(runAll({ ...template, code }).missing).toEqual([
      expect.stringContaining('no scenario runs this callInWindow'),
    ])
  })

  test.each([
    ['a misspelt category', '"CONVERSIONS"', '"CONVERSION"', 'CONVERSION is not a category'],
    ['changed terms', 'you agree to', 'you do not agree to', 'terms of service'],
    [
      'a thumbnail that is not a picture',
      /"data:image[^"]*"/,
      '"data:image/png;base64,AAAA"',
      'thumbnail is not a picture',
    ],
    ['any script', '"https://*/ringup/*"', '"https://*/*"', 'allows any script'],
    ['any address', '"https://*/ringup/*"', '"*"', 'does not begin with https'],
    ['a host that ends like the shop’s', '"https://*/ringup/*"', '"https://*shop.example/*"', 'before a dot'],
    [
      'a condition of an unknown field',
      '"paramName": "tagType"',
      '"paramName": "tagTyp"',
      'tagTyp, which is not a field',
    ],
    ['a condition that never holds', '"paramValue": "order"', '"paramValue": "orders"', 'which it never is'],
    ['two fields of one name', '"name": "email"', '"name": "orderNumber"', 'two fields have the name orderNumber'],
    ['an unknown validator', '"type": "NON_EMPTY"', '"type": "NOT_EMPTY"', 'NOT_EMPTY is not a validator'],
  ])('%s', (_what, from, to, reason) => {
    expect(checkTemplate(change(from, to)).join()).toContain(reason)
  })

  test('a permission that no API needs', () => {
    const code = template.code.replace("const logToConsole = require('logToConsole');", '')
    expect(checkPermissions(code, template.permissions)).toEqual(['no API needs the permission logging'])
  })

  test('a part of a permission that no scenario uses', () => {
    const keys = [{ key: 'location', read: true, write: false, execute: false }]
    const permissions = [...template.permissions, { name: 'access_globals', param: { keys } }]
    expect(runAll({ ...template, permissions }).unused).toEqual(['access_globals read location'])
  })

  test('an unknown API', () => {
    expect(checkPermissions("require('sendEverything')", [])).toEqual(['sendEverything is not known to the runner'])
  })

  test.each([
    ['https://*.shop.example/*', 'https://www.shop.example/ringup/ringup.js', true],
    ['https://*.shop.example/*', 'https://evil.example/.shop.example/ringup.js', false],
    ['https://*.shop.example/*', 'https://evil.example?.shop.example/ringup.js', false],
    ['https://*.shop.example/*', 'https://evil.example#.shop.example/ringup.js', false],
    ['https://*.shop.example/*', 'https://user@evil.example:1.shop.example/', false],
    ['https://shop.example/*', 'https://shop.example.evil.example/ringup.js', false],
    ['https://*/ringup/*', 'https://shop.example/other/ringup/ringup.js', false],
  ])('%s allows %s: %s', (pattern, address, allowed) => {
    const guard = createGuard([{ name: 'inject_script', param: { urls: [pattern] } }])
    expect(guard.isAllowed('inject_script', address)).toBe(allowed)
  })

  test.each([
    ['code that does something else', 'ecommerce[key] = order[key]', '""', 'ada@example.com'],
    [
      'code that reads data of earlier events',
      "copyFromDataLayer('eventModel', 1)",
      "copyFromDataLayer('eventModel')",
      'Version 2 merges',
    ],
    ['code that reports to Tag Manager twice', 'if (told) return;', '', 'reported two results'],
    ['code that reports on every change of consent', 'done = true;', '', 'has not the length 1'],
  ])('by a scenario that fails: %s', (_what, from, to, reason) => {
    expect(failures(change(from, to)).join('\n')).toContain(reason)
  })
})
