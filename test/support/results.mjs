/** Reads the results of the latest runs of Vitest and Playwright from test-results. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const FOLDER = 'test-results'

/** The maximal length of a failed test's message, in characters. */
const TOLD_CHARACTERS = 1_500

const FAILED = ['failed', 'unexpected', 'flaky']

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** @returns all tests with their times, and the number of tests for each result */
export function readResults() {
  const tests = [...readVitest(), ...readPlaywright()]
  const count = (...ends) => tests.filter(({ end }) => ends.includes(end)).length
  return {
    tests,
    passed: count('passed', 'expected'),
    failed: count(...FAILED),
    skipped: count('skipped', 'pending', 'todo'),
  }
}

/** Lists each failed test with its message, for readers who see only the end of a run. */
export const sayFailed = (tests) =>
  tests
    .filter(({ end }) => FAILED.includes(end))
    .map(({ name, says = '' }) => `FAILED ${name}\n${stripVTControlCharacters(says).slice(0, TOLD_CHARACTERS)}\n`)
    .join('\n')

function readVitest() {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^vitest.*\.json$/.test(name)) : []
  const testResults = files.flatMap((name) => read(`${FOLDER}/${name}`).testResults ?? [])
  return testResults.flatMap(({ name, assertionResults, status, message }) => {
    const file = relative('', name)
    // A file that failed to load has no tests.
    if (assertionResults.length === 0 && status === 'failed')
      return [{ name: file, ms: 0, end: 'failed', says: message }]
    return assertionResults.map(({ fullName, duration = 0, status: end, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      ms: duration,
      end,
      says: failureMessages?.join('\n'),
    }))
  })
}

function readPlaywright() {
  const { suites = [] } = read(`${FOLDER}/playwright.json`)
  const toSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(toSpecs)]
  return suites.flatMap(toSpecs).flatMap(({ file, title, tests }) =>
    tests.map(({ status: end, results }) => ({
      name: `test/browser/${file}: ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      end,
      says: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join('\n'),
    })),
  )
}
