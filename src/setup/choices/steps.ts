/** The steps: which of them this shop has to take, and in which order. One is shown at a time. */
import { type Choices, toPlatform } from './choices.js'
import { findRecipe } from './systems.js'

export const STEPS = {
  system: 'Your shop',
  shop: 'Addresses',
  page: 'Your page',
  form: 'Sign-up form',
  paste: 'Paste this',
  server: 'On the server',
  working: 'Is it working?',
} as const

export type StepId = keyof typeof STEPS

/** A recipe knows where the order is, and Shopify tells it by itself: there nobody has to paste a page. */
export function toStepIds(choices: Choices): StepId[] {
  if (!choices.system) return ['system']
  const knowsOrder = toPlatform(choices) === 'shopify' || findRecipe(choices) !== undefined
  const form: StepId[] = choices.list && toPlatform(choices) === 'script-tag' ? ['form'] : []
  return ['system', 'shop', ...(knowsOrder ? [] : (['page', ...form] as const)), 'paste', 'server', 'working']
}

/** Steps that nobody has to take, and some want to. */
export const toOptionalSteps = (choices: Choices): StepId[] => (findRecipe(choices) ? ['page', 'form'] : [])
