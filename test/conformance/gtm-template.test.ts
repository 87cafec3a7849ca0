/**
 * Promise: Google's gallery can accept the template for Tag Manager. The template passes its scenarios, and has only permissions that it
 * needs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Kind, layOutGallery } from '../../src/gtm/gallery.mjs'
import { writeTemplate } from '../../src/gtm/template.mjs'
import { createGuard, type Guard } from '../support/emulators/gtm/permissions.js'
import { type Apis, createApis, createRequire, type World } from '../support/emulators/gtm/sandbox.js'
import { createServerApis } from '../support/emulators/gtm/server-sandbox.js'
import { listFields, parseTemplate, type Template } from '../support/emulators/gtm/template.js'

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

/* Scenarios in the language of the template editor's Tests tab. Here, calls of mocked APIs need permissions too. */

interface Scenario {
  name: string
  code: string
}

interface Scenarios {
  scenarios: Scenario[]
  /** Runs before each scenario, in its scope. */
  setup: string
}

/** Reads scenarios as Tag Manager exports them; throws where two have one name. */
function parseScenarios(text: string): Scenarios {
  const { scenarios, setup }: Scenarios = parse(text)
  const names = scenarios.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`Two scenarios are called "${twice}".`)
  return { scenarios, setup }
}

interface Result {
  name: string
  /** The reason of the failure; undefined if the scenario passed. */
  failure?: string
}

type Callable = (...args: unknown[]) => unknown

/** @returns each scenario's result, and the permissions that no scenario has used */
function runScenarios(template: Template, { scenarios, setup }: Scenarios): { results: Result[]; unused: string[] } {
  const guard = createGuard(template.permissions, template.context)
  const results = scenarios.map((scenario) => {
    try {
      if (!/\bassert(That|Api)\(/.test(scenario.code)) throw new Error('It has no assertion.')
      runScenario(template, `${setup}\n${scenario.code}`, guard)
      return { name: scenario.name }
    } catch (error) {
      return { name: scenario.name, failure: (error as Error).message }
    }
  })
  return { results, unused: guard.unused() }
}

function runScenario({ code, context }: Template, whole: string, guard: Guard): void {
  const calls: { api: string; args: unknown[] }[] = []
  const watch = (api: string, args: unknown[]) => calls.push({ api, args })
  const apis = context === 'SERVER' ? createEmptyServer(guard) : createApis(createEmptyPage(guard))
  const require = createRequire(apis, guard, watch)
  const assertApi = (api: string) => createApiAssertions(api, calls)

  run(whole, {
    require,
    assertThat: createAssertions,
    assertApi,
    fail(message = 'fail() was called.') {
      throw new Error(`${message}`)
    },
    mock(api: string, answer: unknown) {
      if (!apis[api]) throw new Error(`The sandbox has no API ${api}.`)
      apis[api] = typeof answer === 'function' ? (answer as Callable) : () => answer
    },
    runCode(data: Record<string, unknown>) {
      let isReported = false
      const report = (api: string) => () => {
        if (isReported) throw new Error(`The tag reported two results to Tag Manager, the second one by ${api}.`)
        isReported = true
        watch(api, [])
      }
      const callbacks = { gtmOnSuccess: report('gtmOnSuccess'), gtmOnFailure: report('gtmOnFailure') }
      run(code, { require, data: { ...data, ...callbacks } })
    },
  })
}

/** Runs code in a realm of its own, so the template's objects have other prototypes than the page's. */
function run(code: string, provided: Record<string, unknown>): void {
  const names = Object.keys(provided)
  const realm = createContext({})
  const body = runInContext(`(function (${names.join(', ')}) {'use strict';\n${code}\n})`, realm) as Callable
  body(...Object.values(provided))
}

/** The world of a template in the editor: an empty page. A scenario mocks each access. */
function createEmptyPage({ isAllowed }: Guard): World {
  const refuse = (what: string) => () => {
    throw new Error(`The scenario has to mock ${what}.`)
  }
  return {
    globals: {},
    readDataLayer: () => undefined,
    injectScript: refuse('injectScript'),
    isConsentGranted: refuse('isConsentGranted'),
    addConsentListener: refuse('addConsentListener'),
    log() {},
    isAllowed,
  }
}

/** The world of a template on a server: an event without data. */
const createEmptyServer = ({ isAllowed }: Guard): Apis =>
  createServerApis({
    eventData: {},
    send: () => {
      throw new Error('The scenario has to mock sendHttpRequest.')
    },
    log() {},
    isAllowed,
  })

/** Copies objects of the scenario's realm, because their prototypes differ. */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, flatten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, flatten(each)]))
}

/** Implements the assertions of Tag Manager that our scenarios use. */
function createAssertions(actual: unknown) {
  const value = flatten(actual)
  return {
    isEqualTo: (expected: unknown) => expect(value).toStrictEqual(flatten(expected)),
    isUndefined: () => expect(value).toBeUndefined(),
    isDefined: () => expect(value).toBeDefined(),
    hasLength: (length: number) => expect(value).toHaveLength(length),
    isEmpty: () => expect(value).toHaveLength(0),
    doesNotContain: (other: unknown) => expect(value).not.toContainEqual(flatten(other)),
  }
}

function createApiAssertions(api: string, calls: { api: string; args: unknown[] }[]) {
  const own = calls.filter((call) => call.api === api).map(({ args }) => flatten(args))
  return {
    wasCalled: () => expect(own, api).not.toEqual([]),
    wasNotCalled: () => expect(own, api).toEqual([]),
    wasCalledWith: (...args: unknown[]) => expect(own, api).toContainEqual(flatten(args)),
  }
}
