/**
 * Promise: in this Chromium, an order survives the faults of the README's table. `npm run test:browsers` plays each case often, in three
 * engines. A headless shell lacks the back/forward cache, so back-forward-cache.spec.ts has that case.
 */
import { expect, test } from '@playwright/test'
import { toLimitMs, toRounds } from '../support/long.js'
import { CASES } from '../survival/cases/index.js'
import { backForwardCache } from '../survival/cases/page-life.js'
import { toChromium } from '../survival/engines/playwright.js'
import { play } from '../survival/play.js'

for (const one of CASES.filter((each) => each !== backForwardCache))
  test(`${one.name}: nothing is lost or doubled`, async ({ browser }) => {
    const rounds = toRounds(1, one.rounds)
    test.setTimeout(toLimitMs(rounds))
    const newContext = browser.newContext.bind(browser)
    const close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())))
    const engine = toChromium(async () => ({ version: () => browser.version(), newContext, close }))
    expect(await play(engine, one, rounds)).toMatchObject({ lost: 0, doubled: 0 })
  })
