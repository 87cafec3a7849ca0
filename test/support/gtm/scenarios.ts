/** Runs scenarios of a template in the language of its editor's Tests tab. Here, calls of mocked APIs need permissions too. */
import { createContext, runInContext } from 'node:vm'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { createGuard, type Guard } from '../emulators/gtm/permissions.js'
import { type Apis, createApis, createRequire, type World } from '../emulators/gtm/sandbox.js'
import { createServerApis } from '../emulators/gtm/server-sandbox.js'
import type { Template } from '../emulators/gtm/template.js'

interface Scenario {
  name: string
  code: string
}

export interface Scenarios {
  scenarios: Scenario[]
  /** Runs before each scenario, in its scope. */
  setup: string
}

/** Reads scenarios as Tag Manager exports them; throws where two have one name. */
export function parseScenarios(text: string): Scenarios {
  const { scenarios, setup }: Scenarios = parse(text)
  const names = scenarios.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`Two scenarios are called "${twice}".`)
  return { scenarios, setup }
}

export interface Result {
  name: string
  /** The reason of the failure; undefined if the scenario passed. */
  failure?: string
}

type Callable = (...args: unknown[]) => unknown

/** @returns each scenario's result, and the permissions that no scenario has used */
export function runScenarios(
  template: Template,
  { scenarios, setup }: Scenarios,
): { results: Result[]; unused: string[] } {
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
