/** Promise: no test fails because a machine is slow. A test waits for conditions only, and only the runner has limits. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The shortest allowed limit. */
const PATIENCE_MS = 120_000

const FAKE_CLOCK = /useFakeTimers|clock\.install/

/** Files that may wait for a time or measure one, with the reason. */
const REASONS: Record<string, string> = {
  'conformance/patience.test.ts': 'it contains the patterns',
  'support/machine/shopper.mjs': 'a browser waits between two attempts',
  'support/shoppers.ts': 'the time of a kill is random',
  'support/storefront-site.ts': 'a server that is slow on purpose',
  'support/troubled-api.ts': 'an API that is slow on purpose',
  'support/until.ts': 'the only place that polls',
  'browser/core-and-rest.spec.ts': 'an event belongs to its page for three seconds of the browser’s own clock',
  'rules/proxy/forward/call-api.test.ts': 'a server that is slow on purpose',
  'faults/hanging-postgres.test.ts':
    'the promise is a time; the limit is twice as long, and a broken promise takes 30 s',
  'rules/proxy/run/listen.test.ts': 'it must wait longer than the limit for a head; a slow machine waits longer',
}

/** Programs whose clocks are part of their work. */
const PROGRAMS = /^(bench|simulate|survival)\//

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !PROGRAMS.test(path))
  .map((path) => ({ path, code: readFileSync(join('test', path), 'utf8') }))

/** @returns the matches of a pattern, with file and text */
const find = (pattern: RegExp, isExempt: (path: string, code: string) => boolean): string[] =>
  files
    .filter(({ path, code }) => !isExempt(path, code))
    .flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([text]) => `${path}: ${text}`))

const hasReason = (path: string, code: string) => path in REASONS || FAKE_CLOCK.test(code)

describe('no test', () => {
  test.each<[what: string, pattern: RegExp]>([
    [
      'sleeps',
      /setTimeout\((resolve|\(\) => resolve\(\)), .*|setTimeout.* from 'node:timers\/promises'|waitForTimeout/g,
    ],
    ['polls a number of times', /vi\.wait(For|Until)\(.*/g], // with its own short limit
    ['measures its own speed', /(now\(\) - \w+|took\w*)\)\.toBeLessThan.*/g],
  ])('%s', (_what, pattern) => {
    expect(find(pattern, hasReason)).toEqual([])
  })

  test('has a limit of less than two minutes', () => {
    const limits = /(?:\btimeout: |[sS]etTimeout\(|Timeout: |(?:before|after)(?:All|Each)\([^\n]*, )([\d_]+)\b/g
    const short = files
      .filter(({ path, code }) => !hasReason(path, code))
      .flatMap(({ path, code }) => [...code.matchAll(limits)].map(([text, ms = '']) => ({ path, text, ms })))
      .filter(({ ms }) => Number(ms.replaceAll('_', '')) < PATIENCE_MS)
    expect(short).toEqual([])
  })
})

test('each file with an exception still needs it', () => {
  const waits = /setTimeout|performance\.now/
  const needless = Object.keys(REASONS).filter(
    (path) => !files.some((file) => file.path === path && waits.test(file.code)),
  )
  expect(needless).toEqual([])
})
