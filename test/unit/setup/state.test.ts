// @vitest-environment happy-dom
/** Promise: each step has a state, and a running proxy's own settings are not asked for again. */
import { expect, test } from 'vitest'
import type { VerifyReport } from '../../../src/contract/verify.js'
import type { Choices } from '../../../src/setup/choices/choices.js'
import { createState, reduce, type SetupState, toSteps } from '../../../src/setup/state.js'
import { createChoices, createKnown, ELSEWHERE } from './create-choices.js'

const createAnswered = (more: Partial<Choices> = {}, known = createKnown()): SetupState => ({
  ...createState('', known),
  choices: createChoices(more),
})
const toStates = (state: SetupState) => Object.fromEntries(toSteps(state).map(({ id, state: how }) => [id, how]))

test('a running proxy answers all but the platform', () => {
  const { choices } = createState('', createKnown())
  expect(choices).toEqual(createChoices({ system: '' }))
  expect(toStates(createState('', createKnown()))).toEqual({ shop: 'to do', page: 'to do', verify: 'to do' })
})

test.each<[more: Partial<Choices>, steps: object, reason: string]>([
  [{}, { shop: 'done', page: 'to do', verify: 'to do' }, 'the proxy has everything'],
  [{ origin: 'shop' }, { shop: 'needs attention', server: 'to do' }, 'an address is wrong'],
  [{ lists: [] }, { shop: 'done', server: 'to do' }, 'the proxy has another list'],
  [{ system: 'woocommerce' }, { webhooks: 'to do' }, 'the platform has webhooks'],
  [
    { system: 'shopify', endpoint: ELSEWHERE, myshopify: 'tea.myshopify.com' },
    { server: 'to do', webhooks: 'to do' },
    'its pixel has no origin',
  ],
])('the steps of %j are %j: %s', (more, steps) => {
  expect(toStates(createAnswered(more))).toMatchObject(steps)
})

test('webhooks whose secret the proxy has are done', () => {
  const known = createKnown({ webhooks: ['woocommerce'] })
  expect(toStates(createAnswered({ system: 'woocommerce' }, known)).webhooks).toBe('done')
})

const REPORT: VerifyReport = {
  diagnosis: { tone: 'good', sentence: 'The proxy has taken the last order.', todo: undefined },
  tested: { sentence: ['Taken.'], id: '1' },
  found: ['email'],
  problems: [],
  pointed: {},
}

test.each([
  [{ silence: 'waiting' }, 'to do', 'to do'],
  [{ silence: 'silent' }, 'to do', 'needs attention'],
  [{ report: REPORT }, 'done', 'to do'],
  [{ report: REPORT, arrived: { as: 'ok', sentence: 'Reached.' } }, 'done', 'done'],
  [{ report: REPORT, arrived: { as: 'problem', sentence: 'Refused.' } }, 'done', 'needs attention'],
] as const)('after %j the page is %s and verified %s', (verified, page, verify) => {
  const state = reduce(createAnswered(), { do: 'verify', verified: { link: '', ...verified } })
  expect(toStates(state)).toMatchObject({ page, verify })
})

test('settings of the page belong to its platform: another platform starts again', () => {
  const pointed = reduce(createAnswered(), { do: 'adopt', settings: { selectors: { order_number: '#no' } } })
  expect(pointed.choices.settings).toEqual({ selectors: { order_number: '#no' } })
  const chosen = reduce(pointed, { do: 'choose', changes: { system: 'shopware-6' } })
  expect(chosen.choices.settings).toEqual({})
})

test('a platform that this version does not know is not chosen', () => {
  expect(createState('#system=gone').choices.system).toBe('')
})
