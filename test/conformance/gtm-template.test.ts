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
import { checkPermissions } from '../support/emulators/gtm/permissions.js'
import { listFields, parseTemplate } from '../support/emulators/gtm/template.js'
import { parseScenarios, runScenarios } from '../support/gtm/scenarios.js'

const text = writeTemplate('web')
const template = parseTemplate(text)
const serverText = writeTemplate('server')
const serverTemplate = parseTemplate(serverText)

const readScenarios = (kind: Kind) => readFileSync(`test/support/gtm/${kind}.yaml`, 'utf8')
const SCENARIOS = { WEB: parseScenarios(readScenarios('web')), SERVER: parseScenarios(readScenarios('server')) }

/** Words and signs of JavaScript that the sandbox does not have. Source: …/templates/sandboxed-javascript. */
const UNKNOWN =
  /\b(?:async|await|class|delete|function\s*\*|instanceof|new|this|throw|try|void|yield|Array|Date|Number|Object|RegExp|String|console|document|window|__proto__)\b|`|\.{3}|\?[.?]|\*\*|\.(?:at|find|flat|flatMap|includes|padStart|repeat|replaceAll|startsWith|endsWith)\(/g

/** @returns each unknown word or sign of the code, apart from texts and comments */
const checkLanguage = (code: string): string[] =>
  code.replace(/'(?:\\.|[^'\\\n])*'|\/\/.*|\/\*[\s\S]*?\*\//g, "''").match(UNKNOWN) ?? []

describe.each([template, serverTemplate])('the template for a container of the kind $context', (template) => {
  test('has only words and signs of the sandbox', () => {
    expect(checkLanguage(template.code)).toEqual([])
  })

  test('has the permissions that its APIs need, and no others', () => {
    expect(checkPermissions(template.code, template.permissions, template.context)).toEqual([])
  })

  const { results, unused } = runScenarios(template, SCENARIOS[template.context])

  test.each(results)('passes: $name', ({ failure }) => {
    expect(failure).toBeUndefined()
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

describe('the gallery’s other files', () => {
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
})
