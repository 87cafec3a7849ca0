// @vitest-environment happy-dom
/** Promise: each consent recipe hears a shopper's yes and no from its platform. It never takes silence for either. */
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONSENT_RECIPES } from '../../../src/recipes/consent/index.js'
import type { ConsentRecipe } from '../../../src/recipes/consent/recipe.js'
import { createLayerWatch } from '../../../src/snippet/core/layer.js'
import { watchConsentPlatform } from '../../../src/snippet/rest/watch/consent-platform.js'
import { CONSENT_EMULATORS, type Platform, type Tab } from '../../support/emulators/consent.js'
import { leavePage } from '../snippet/page.js'

beforeEach(() => {
  leavePage() // from now on the listeners are known
  vi.useFakeTimers()
})
afterEach(() => closePage())

const MINUTE = 60_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Removes everything that the page in this window has added. Only the cookies of a page stay. */
async function closePage() {
  await pass(0) // promises have resolved by now
  leavePage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.clearAllTimers()
}

interface Circumstances {
  /** The platform does not raise an event. */
  isSilent?: boolean
  /** Ringup's script loads later, and the page has no stub. */
  isEarly?: boolean
}

const create = ({ name }: ConsentRecipe, tab: Tab) => CONSENT_EMULATORS[name]?.(tab) as Platform // each has one: see below

/** A page with the platform's emulator and the elements that the recipe adds. */
async function openPage(
  recipe: ConsentRecipe,
  kept = new Map<string, string>(),
  { isSilent, isEarly }: Circumstances = {},
) {
  await closePage()
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => [...kept].map((pair) => pair.join('=')).join('; '))
  const platform = create(recipe, {
    kept,
    set: (name, value) => vi.stubGlobal(name, value),
    raise(event) {
      const [target, name = ''] = event.split(' ')
      if (!isSilent) (target === 'window' ? window : document).dispatchEvent(new Event(name))
    },
  })
  const heard: string[] = []
  const decide = (choice: string) => {
    if (heard.at(-1) !== choice) heard.push(choice) // a second, equal ringup.consent() does not count
  }
  const loadRingup = () => vi.stubGlobal('ringup', { consent: decide })
  platform.begin?.()
  if ('places' in recipe) watchConsentPlatform(recipe.places, createLayerWatch({ dataLayer: 'dataLayer' }), decide)
  else {
    if (!isEarly) loadRingup()
    runInThisContext(recipe.script)
  }
  return { platform, heard, kept, loadRingup }
}

/** The same shop in another tab. This page sees only its stored data. */
function chooseInOtherTab(recipe: ConsentRecipe, kept: Map<string, string>, choice: 'yes' | 'no') {
  const platform = create(recipe, { kept, set: () => {}, raise: () => {} })
  platform.begin?.()
  platform.load()
  platform.choose(choice)
}

const CHOICES = [
  ['yes', 'granted'],
  ['no', 'denied'],
] as const

const WITH_BANNER = CONSENT_RECIPES.filter(({ name }) => name !== 'global-privacy-control')

const WITH_SCRIPT = WITH_BANNER.filter((recipe) => 'script' in recipe)

test.each(WITH_SCRIPT.map((recipe) => [recipe.name, recipe] as const))(
  '%s: a script that runs before Ringup has loaded waits for it',
  async (_name, recipe) => {
    const { kept, platform } = await openPage(recipe)
    platform.load()
    platform.choose('yes')
    const next = await openPage(recipe, kept, { isEarly: true })
    next.platform.load()
    await pass(3_000)
    next.loadRingup()
    await pass(1_000)
    expect(next.heard).toEqual(['granted'])
  },
)

test('each platform has an emulator', () => {
  expect(Object.keys(CONSENT_EMULATORS).sort()).toEqual(WITH_BANNER.map(({ name }) => name).sort())
})

describe.each(WITH_BANNER.map((recipe) => [recipe.name, recipe] as const))('%s', (_name, recipe) => {
  test('on the first visit, the events wait without end', async () => {
    const { platform, heard } = await openPage(recipe)
    platform.load()
    await pass(10 * MINUTE)
    expect(heard).toEqual([])
  })

  test.each(CHOICES)('%s, a minute after the page has loaded: %s', async (choice, decision) => {
    const { platform, heard } = await openPage(recipe)
    platform.load()
    await pass(MINUTE)
    platform.choose(choice)
    await pass(0)
    expect(heard).toEqual([decision])
  })

  test.each(CHOICES)('a returning shopper who has answered %s: %s', async (choice, decision) => {
    const { kept, platform } = await openPage(recipe)
    platform.load()
    platform.choose(choice)
    const next = await openPage(recipe, kept)
    next.platform.load()
    await pass(10_000)
    expect(next.heard).toEqual([decision])
  })

  test.each(CHOICES)('a returning shopper who has answered %s, without any event: %s', async (choice, decision) => {
    const { kept, platform } = await openPage(recipe)
    platform.load()
    platform.choose(choice)
    const next = await openPage(recipe, kept, { isSilent: true })
    await pass(3_000)
    next.platform.load()
    await pass(7_000)
    expect(next.heard).toEqual([decision])
  })

  test('a platform that loads after nine seconds reports the earlier choice', async () => {
    const { kept, platform } = await openPage(recipe)
    platform.load()
    platform.choose('yes')
    const next = await openPage(recipe, kept)
    await pass(9000)
    expect(next.heard).toEqual([])
    next.platform.load()
    await pass(MINUTE)
    expect(next.heard).toEqual(['granted'])
  })

  test('with a blocked platform, the events wait and the looking ends', async () => {
    const { heard } = await openPage(recipe)
    await pass(10 * MINUTE)
    expect([heard, vi.getTimerCount()]).toEqual([[], 0])
  })

  test('a later change of the choice is heard', async () => {
    const { platform, heard } = await openPage(recipe)
    platform.load()
    platform.choose('yes')
    await pass(MINUTE)
    platform.choose('no')
    await pass(0)
    expect(heard).toEqual(['granted', 'denied'])
  })

  test.each([
    ['yes', 'granted', 'denied'],
    ['no', 'denied', 'granted'],
  ] as const)('%s in another tab counts here at the latest on the next page: %s', async (choice, decision, other) => {
    const { platform, heard, kept } = await openPage(recipe)
    platform.load()
    await pass(MINUTE)
    chooseInOtherTab(recipe, kept, choice)
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(MINUTE)
    expect(heard).not.toContain(other)
    const next = await openPage(recipe, kept)
    next.platform.load()
    await pass(10_000)
    expect(next.heard).toEqual([decision])
  })
})
