/**
 * What was pasted → a page for the snippet to read. Nothing of it runs: HTML becomes an inert document, and of scripts
 * only the values are taken that need no running.
 */
import { readNotes } from './notes.js'
import { type Handed, readScript, readValue } from './script.js'
import { isHtml, toDocument } from './to-document.js'

export interface Sample {
  document: Document
  /** Entry by entry, as pages push them; a list is what `gtag()` was called with. */
  layer: unknown[]
  /** The W3C's global, `digitalData`. */
  digitalData: unknown
  /** What `convert()` was called with, for pages that call it themselves. */
  passed: unknown
  /** What could not be taken as it is, and what else stands in the page, in sentences. */
  notes: string[]
}

interface About {
  /** Origin of the page's address, which relative addresses in it belong to. */
  origin: string
  /** Name of the data layer's global. */
  dataLayer: string
}

/** @returns undefined when nothing was pasted */
export function toSample(text: string, about: About): Sample | undefined {
  if (!text.trim()) return undefined
  const document = toDocument(isHtml(text) ? text : '', about.origin)
  const sample: Sample = { document, layer: [], digitalData: undefined, passed: undefined, notes: [] }
  if (isHtml(text)) readHtml(sample, about)
  else readText(text, sample, about)
  return sample
}

function readHtml(sample: Sample, about: About): void {
  const variables = new Map<string, unknown>()
  for (const script of sample.document.querySelectorAll('script')) {
    if (isCode(script)) readCode(script.text, sample, about, variables)
  }
  sample.notes.push(...readNotes(sample.document))
}

const isCode = ({ type }: HTMLScriptElement) => /^(|module|(text|application)\/(java|ecma)script)$/i.test(type)

/** The sample has no HTML round it: it is an object or a list, such as JSON, or the calls of a script. */
function readText(text: string, sample: Sample, about: About): void {
  const notes: string[] = []
  const value = readValue(text, notes)
  if (value === undefined) {
    readCode(text, sample, about, new Map())
    return
  }
  sample.notes.push(...notes)
  if (isJsonLd(value)) addJsonLd(text, sample)
  else if (isOrderOfCall(value)) sample.passed = value
  else sample.layer.push(...toEntries(value))
}

const isJsonLd = (value: unknown) => [value].flat().some((each) => '@type' in Object(each) || '@graph' in Object(each))

/** The object that `convert()` takes has names that no data layer has. */
const isOrderOfCall = (value: unknown) => 'cart_data' in Object(value) || 'cart_items' in Object(value)

function addJsonLd(text: string, { document, notes }: Sample): void {
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = text
  document.body.append(script)
  notes.push(...readNotes(document))
}

/** What `JSON.stringify(dataLayer)` prints, one entry of it, or the GA4 object alone. */
function toEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return typeof value[0] === 'string' ? [value] : value
  const isEntry = ['event', 'ecommerce', 'eventModel', 'user_data', 'transactionId'].some(
    (name) => name in Object(value),
  )
  return [isEntry ? value : { event: 'purchase', ecommerce: value }]
}

function readCode(code: string, sample: Sample, { dataLayer }: About, variables: Map<string, unknown>): void {
  try {
    for (const handed of readScript(code, dataLayer, variables, sample.notes)) addHanded(handed, sample)
    sample.digitalData = variables.get('digitalData')
  } catch (error) {
    sample.notes.push(
      `A script in the sample cannot be read (${String(error)}), and scripts are never run here. Open the page, type JSON.stringify(${dataLayer}) into the browser’s console, and paste what it prints.`,
    )
  }
}

function addHanded(handed: Handed, sample: Sample): void {
  switch (handed.to) {
    case 'layer':
      sample.layer.push(...handed.entries.filter((entry) => entry !== undefined))
      break
    case 'gtag':
      sample.layer.push(handed.values)
      break
    case 'convert':
      sample.passed = handed.values[0]
  }
}
