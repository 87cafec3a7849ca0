/** Reads the counts and the failures of the latest runs of Vitest and Playwright from test-results. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const FOLDER = 'test-results'
/** The maximal length of a failed test's message, in characters. */
const MESSAGE_CHARACTERS = 1_500

/** @returns the number of tests for each result, and the failures with their messages, for readers of the end of a run */
export function readResults() {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const files = names.filter((name) => /^(vitest|playwright).*\.json$/.test(name))
  const results = files.map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')))
  const all = results.map((result) => (result.stats ? readPlaywright(result) : readVitest(result)))
  const sum = (name) => all.reduce((total, each) => total + each[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all
      .flatMap(({ failures }) => failures)
      .map(
        ([name, message = '']) => `FAILED ${name}\n${stripVTControlCharacters(message).slice(0, MESSAGE_CHARACTERS)}\n`,
      ),
  }
}

function readVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name)
    const failed = assertionResults.filter((each) => each.status === 'failed')
    // A file that failed to load has no tests.
    if (failed.length === 0) return status === 'failed' ? [[file, message]] : []
    return failed.map(({ fullName, failureMessages }) => [`${file}: ${fullName}`, failureMessages.join('\n')])
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures }
}

function readPlaywright({ stats, suites }) {
  const toSpecs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(toSpecs)]
  const failures = suites
    .flatMap(toSpecs)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => [
      `test/browser/${file}: ${title}`,
      tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n'),
    ])
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures }
}
