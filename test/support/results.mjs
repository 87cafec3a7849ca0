/** What the latest runs of Vitest and Playwright have left in test-results. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/** @returns all tests with how long each took, figures that they have noted, and how many ended how */
export function readResults() {
  const tests = [...readVitest(), ...readPlaywright()]
  const count = (...ends) => tests.filter(({ end }) => ends.includes(end)).length
  return {
    tests,
    passed: count('passed', 'expected'),
    failed: count('failed', 'unexpected', 'flaky'),
    skipped: count('skipped', 'pending', 'todo'),
  }
}

function readVitest() {
  const { testResults = [] } = read('test-results/vitest.json')
  return testResults.flatMap(({ name, assertionResults, status, message }) => {
    const file = relative('', name)
    // A file that could not be read has no tests.
    if (assertionResults.length === 0 && status === 'failed')
      return [{ name: `${file}: ${message}`, ms: 0, end: 'failed' }]
    return assertionResults.map(({ fullName, duration = 0, status: end }) => ({
      name: `${file}: ${fullName}`,
      ms: duration,
      end,
    }))
  })
}

function readPlaywright() {
  const { suites = [] } = read('test-results/playwright.json')
  const toSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(toSpecs)]
  return suites.flatMap(toSpecs).flatMap(({ file, title, tests }) =>
    tests.map(({ status: end, results, annotations }) => ({
      name: `test/browser/${file}: ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      end,
      figures: annotations.filter(({ type }) => type === 'figure').map(({ description }) => description),
    })),
  )
}
