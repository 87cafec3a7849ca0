/** Reads the facts of the page at this moment, and changes nothing. */
import type { Problem, Raw } from '../contract/raw.js'
import type { FieldSelectors } from '../contract/selectors.js'
import { findRecipeOf } from '../recipes/fit.js'
import type { TemplateLine } from '../recipes/recipe.js'
import { readMessages } from '../snippet/core/entries.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { createLayerWatch } from '../snippet/core/layer.js'
import { safely } from '../snippet/core/safely.js'
import { type Settings, toUrl } from '../snippet/core/settings.js'
import type { Status } from '../snippet/core/snippet.js'
import { findOrders } from '../snippet/rest/gather/find-orders.js'
import { type Named, readBanners, readProposal } from './propose-settings.js'
import { type Body, readOrder } from './read-order.js'
import { readSources, type Sources } from './sources.js'
import type { Heard } from './watch.js'

export interface Facts {
  sources: Sources
  /** Undefined when the script is not there, or another script uses the name `ringup`. */
  status: Status | undefined
  /** Where events go, in full. */
  endpoint: string | undefined
  /** The page has what `convertOn` waits for. */
  isConverting: boolean
  /** The page's origin; `null` in a sandboxed frame. */
  origin: string
  /** The page shows an order, whole or not. */
  order: boolean
  /** The order that would be sent with the settings in force and the proposed ones. */
  body: Body | undefined
  /** The order as the page would send it. */
  raw: Raw
  problems: Problem[]
  /** The recipe that fits the page. */
  platform: Named | undefined
  /** Settings that read the page's order, if those in force do not. */
  proposal: Record<string, unknown>
  /** The line that adds the e-mail address, if the recipe of these settings has one. */
  emailLine: TemplateLine | undefined
  /** The page's consent platforms, likeliest first. */
  banners: Named[]
  heard: Heard
}

/**
 * @param folder where the examiner came from
 * @param pointed selectors that a person has just made
 */
export function readFacts(folder: string, heard: Heard, pointed: FieldSelectors = {}): Facts {
  const sources = readSources(folder)
  const { convertOn, endpoint } = sources.values
  const banners = safely(readBanners) ?? []
  const proposed = safely(() => readProposal(sources.values, pointed, banners)) ?? { settings: {}, proposal: {} }
  const inForce: Settings = { ...sources.values, ...proposed.settings }
  const { body, problems, order, raw } = readOrder(inForce)
  const findEvents = () => findOrders(readMessages(createLayerWatch(sources.values)), convertOn)
  return {
    sources,
    status: readStatus(heard),
    endpoint: endpoint ? (safely(() => toUrl(endpoint)) ?? endpoint) : undefined,
    isConverting: convertOn === 'load' || (safely(findEvents) ?? []).length > 0,
    origin: self.origin,
    order,
    body: order || body.email !== undefined ? body : undefined,
    raw,
    problems,
    platform: proposed.platform,
    proposal: proposed.proposal,
    emailLine: body.email === undefined ? findRecipeOf(inForce)?.lineIfNoEmail : undefined,
    banners,
    heard,
  }
}

/** Any script may put something else in the place of `ringup`. */
function readStatus({ status }: Heard): Status | undefined {
  const { version, status: read } = toFields(globals.ringup)
  if (typeof read !== 'function' || typeof version !== 'string') return undefined
  return status ?? { version, consent: 'not-required', storage: 'local', waiting: [], held: 0 }
}
