/** Promise: no test fails because a machine is slow. It waits for conditions, and for nothing else; only the runner has limits. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The least that a limit may be. */
const PATIENCE_MS = 120_000

const FAKE_CLOCK = /useFakeTimers|clock\.install/

/** Files that may wait for a time, or measure one. */
const REASONS: Record<string, string> = {
  'browser/prerendered-page.spec.ts': 'the page gives what must not be sent half a second to be sent',
  'conformance/patience.test.ts': 'these words themselves',
  'faults/timing-side-channel.test.ts': 'it compares times with each other, and judges them in the long run only',
  'support/machine/shopper.mjs': 'a browser waits between two tries',
  'support/shoppers.ts': 'the moment of a kill is drawn by lot',
  'support/storefront-site.ts': 'a server that is slow on purpose',
  'support/troubled-api.ts': 'an API that is slow on purpose',
  'support/until.ts': 'the one place that looks again',
  'browser/core-and-rest.spec.ts': 'an event belongs to its page for three seconds of the browser’s own clock',
  'unit/proxy/forward/call-api.test.ts': 'a server that is slow on purpose',
  'unit/proxy/run/listen.test.ts': 'more time must pass than a head may take; a slow machine makes it more',
}

/** Programs of their own: their clocks are part of what they do. */
const PROGRAMS = /^(bench|simulate|soak|survival)\//

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.m?ts$|\.mjs$/.test(path) && !PROGRAMS.test(path))
  .map((path) => ({ path, code: readFileSync(join('test', path), 'utf8') }))

/** @returns the places that a pattern is found, with file and text */
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
    ['looks a number of times', /vi\.wait(For|Until)\(.*/g], // by its own short limit
    ['says how fast it is', /(now\(\) - \w+|took\w*)\)\.toBeLessThan.*/g],
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

test('each file with a reason still needs it', () => {
  const waits = /setTimeout|performance\.now/
  const needless = Object.keys(REASONS).filter(
    (path) => !files.some((file) => file.path === path && waits.test(file.code)),
  )
  expect(needless).toEqual([])
})
