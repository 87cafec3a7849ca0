/** All that is to be said of the samples, by what was chosen: tried anew whenever one of them changes. */

import { type EmailPlace, huntEmail } from '../examine/hunt-email.js'
import { toSelector } from '../examine/point/to-selector.js'
import { findConsentPlatforms } from '../recipes/consent/index.js'
import type { ConsentRecipe } from '../recipes/consent/recipe.js'
import { type Choices, DEFAULTS, SOURCES, type Source, toPlatform } from './choices/choices.js'
import { findRecipe } from './choices/systems.js'
import { type Sample, toSample } from './sample/sample.js'
import { isHtml, toDocument } from './sample/to-document.js'
import { readLabels } from './selectors/matches.js'
import { toPreview } from './selectors/preview.js'
import { isChecked, type SnippetFile } from './texts/script.js'
import { chooseBest, compareSources, type Finding } from './try/compare.js'
import { toPage } from './try/page.js'
import { type Assessment, readOrder } from './try/read-order.js'
import { readSignUp } from './try/read-sign-up.js'
import { toTriedPage } from './try/try-out.js'

/** What was pasted. It is kept nowhere else. */
export interface Samples {
  order: string
  form: string
}

export interface Report {
  /** The choices that were tried: where no source or event was chosen, those that were found. */
  choices: Choices
  /** What each source has; none where there is nothing to choose, or nothing was pasted. */
  findings: Finding[]
  /** Undefined when nothing was pasted, or there is nothing to try. */
  order: Assessment | undefined
  /** There is an order, and no e-mail address of its customer. */
  lacksEmail: boolean
  emails: EmailPlace[]
  /** Undefined where no form of the page is heard. */
  signUp: Assessment | undefined
  /** HTML of its frame’s body; undefined where nothing is marked. */
  preview: string | undefined
  /** Consent banners that the page has, likeliest first. */
  banners: ConsentRecipe[]
}

const MAX_EMAIL_PLACES = 8

/** Where the order may be, by platform: a tag of the tag manager hands over the data layer or its own variables. */
export function toSources(choices: Choices): readonly Source[] {
  if (findRecipe(choices)) return []
  const platform = toPlatform(choices)
  if (platform === 'shopify') return []
  return platform === 'tag-manager' ? ['data-layer', 'call'] : SOURCES
}

export function toReport(chosen: Choices, samples: Samples, snippet: SnippetFile): Report {
  const hasOrder = toPlatform(chosen) !== 'shopify'
  const sample = hasOrder ? toSample(samples.order, chosen) : undefined
  const sources = toSources(chosen)
  const findings = sample ? compareSources(sample, chosen, sources, snippet) : []
  const choices = withFound(chosen, findings, sources, isHtml(samples.order))
  const elsewhere = findings.flatMap(({ source, body }) => (body ? [source] : []))
  const order = sample && readOrder(sample, choices, snippet, elsewhere)
  const lacksEmail = Boolean(order?.body && !order.body.email)
  return {
    choices,
    findings,
    order,
    lacksEmail,
    emails: sample && lacksEmail && toPlatform(chosen) === 'script-tag' ? findEmails(sample, choices, snippet) : [],
    signUp: isChecked(choices) && choices.list ? readSignUp(samples.form, choices) : undefined,
    preview: sample && toMarked(samples.order, choices),
    banners: isHtml(samples.order) ? findConsentPlatforms(samples.order) : [],
  }
}

/** Lists the places of the address that the snippet itself can read. */
function findEmails(sample: Sample, choices: Choices, snippet: SnippetFile): EmailPlace[] {
  const page = toTriedPage(sample, { ...toPage(choices, snippet), isAlone: false })
  const toName = (element: Element) => toSelector(element, sample.document.documentElement)
  return huntEmail(page, { toSelector: toName, maxPlaces: MAX_EMAIL_PLACES, withOwn: true })
}

/** A source that this platform does not have gives way to what is found; on a page with nothing, to pointing at it. */
function withFound(chosen: Choices, findings: Finding[], sources: readonly Source[], isPage: boolean): Choices {
  const byHand = sources.find((each) => isPage && findings.length > 0 && each === 'selectors')
  const best = chooseBest(findings)?.source ?? byHand ?? sources[0] ?? ''
  const source = sources.find((each) => each === chosen.source) ?? best
  const { event } = findings.find((finding) => finding.source === source) ?? {}
  const isUsual = chosen.event === DEFAULTS.event
  return { ...chosen, source, ...(isUsual && event && { event }) }
}

function toMarked(text: string, choices: Choices): string | undefined {
  const { source, origin } = choices
  if (!isHtml(text) || (source !== 'attributes' && source !== 'selectors')) return undefined
  const document = toDocument(text, origin)
  return toPreview(document, readLabels(document, choices))
}
