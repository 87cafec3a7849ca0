/** The cases that each engine plays, from an order on the page to the API. */
import type { Case } from '../round.js'
import { crashedUnanswered, crashedUnsent, killed } from './ended.js'
import { answerLost, busy, offline, proxyAway, scriptAway } from './network.js'
import { backForwardCache, left, nextPage, reloaded, threeTabs } from './page-life.js'
import { consentDenied, storageRefused } from './refused.js'
import { leftImporting, oldCore, restAway, restBlocked, restMissing } from './rest.js'

export const CASES: Case[] = [
  left,
  nextPage,
  offline,
  busy,
  proxyAway,
  answerLost,
  scriptAway,
  restMissing,
  restAway,
  restBlocked,
  oldCore,
  leftImporting,
  crashedUnsent,
  crashedUnanswered,
  killed,
  backForwardCache,
  threeTabs,
  reloaded,
  storageRefused,
  consentDenied,
]
