/** The page's state: one object, and the actions that change it. */

import { checkChoices } from './choices/check-choices.js'
import { type Choices, readHash, toPlatform, toSettled, withChanged } from './choices/choices.js'
import { isKnownSystem, toWebhookPlatform } from './choices/systems.js'
import type { Known, TagSettings } from './known.js'
import { merge, toUsual } from './settings.js'
import { toEnvironment } from './texts/environment.js'
import { type Grade, toVerdict } from './texts/verified.js'
import type { Verified } from './verify.js'

export interface SetupState {
  /** Undefined: the page was opened as a file. */
  known: Known | undefined
  choices: Choices
  /** Undefined until a page of the shop was opened. */
  verified: Verified | undefined
}

export type Action =
  | { do: 'choose'; changes: Partial<Choices> }
  | { do: 'adopt'; settings: TagSettings }
  | { do: 'keep'; settings: TagSettings }
  | { do: 'verify'; verified: Verified }

export type Dispatch = (action: Action) => void

/** @param hash of the page's address. It wins over the running proxy's settings */
export function createState(hash: string, known?: Known): SetupState {
  const read = readHash(hash, toUsual(known))
  const choices = withChanged(read, { system: isKnownSystem(read.system) ? read.system : '' })
  return { known, choices, verified: undefined }
}

export function reduce(state: SetupState, action: Action): SetupState {
  const { known, choices } = state
  switch (action.do) {
    case 'choose':
      return { ...state, choices: choose(state, action.changes) }
    case 'adopt':
      return { ...state, choices: withChanged(choices, { settings: merge(choices.settings, action.settings) }) }
    case 'keep':
      return known ? { ...state, known: { ...known, tag: { ...known.tag, settings: action.settings } } } : state
    case 'verify':
      return { ...state, verified: action.verified }
  }
}

/** Settings belong to a platform, and a consent recipe to its banner. Another choice starts again. */
function choose({ known, choices }: SetupState, changes: Partial<Choices>): Choices {
  const { consent: _, ...others } = choices.settings
  if (changes.system !== undefined && changes.system !== choices.system) {
    const usual = toUsual(known)
    const settings = changes.system === 'other' && !usual.system ? usual.settings : {}
    return withChanged(choices, { ...changes, settings })
  }
  return withChanged(choices, { ...(changes.consent !== undefined && { settings: others }), ...changes })
}

export type StepId = 'shop' | 'server' | 'page' | 'webhooks' | 'verify'
export type StepState = 'to do' | 'done' | 'needs attention'

export interface Step {
  id: StepId
  state: StepState
}

/** The steps that this shop has to take, in order. The proxy's settings are a step only if they differ from the running proxy's. */
export function toSteps({ known, choices: chosen, verified }: SetupState): Step[] {
  const choices = toSettled(chosen)
  const webhooks = toWebhookPlatform(choices)
  const isServerStep = choices.system !== '' && toEnvironment(choices, known) !== ''
  return [
    { id: 'shop', state: toShopState(choices) },
    ...(isServerStep ? [{ id: 'server', state: 'to do' } as const] : []),
    { id: 'page', state: verified?.report ? 'done' : 'to do' },
    ...(webhooks ? [{ id: 'webhooks', state: known?.webhooks.includes(webhooks) ? 'done' : 'to do' } as const] : []),
    { id: 'verify', state: toVerifyState(choices, verified) },
  ]
}

/** A field that is still empty is to do. A wrong one needs attention. */
function toShopState(choices: Choices): StepState {
  const wrong = Object.entries(checkChoices(choices)).flatMap(([name, sentence]) => (sentence ? name : []))
  const isWrong = wrong.some((name) => Object(choices)[name].length > 0)
  if (isWrong) return 'needs attention'
  return choices.system && wrong.length === 0 ? 'done' : 'to do'
}

const STATES: Record<Grade, StepState> = {
  good: 'done',
  mixed: 'needs attention',
  bad: 'needs attention',
  empty: 'to do',
}

function toVerifyState(choices: Choices, verified: Verified | undefined): StepState {
  if (!verified) return 'to do'
  if (toPlatform(choices) === 'shopify') return verified.arrived?.as === 'ok' ? 'done' : 'needs attention'
  return STATES[toVerdict(verified, '').state]
}
