/** The script's tag in a page, and the settings that it and the page's JSON block say. */
import { SETTINGS } from '../../../../../contract/settings.js'
import { findSimilar } from '../../../../../contract/similar.js'
import { type Finding, ok, problem, warning } from '../finding.js'
import type { Html, Script } from './read-html.js'

/** The tag that runs. */
export interface Tag {
  url: URL
  script: Script
  /** By name in camelCase, only those that the snippet takes. */
  settings: Map<string, string>
}

const NAMES = Object.keys(SETTINGS)
const WORDS = new Map(Object.entries(SETTINGS))
/** More than there are settings. */
const MAX_LOOKED_AT = 50
const IS_SNIPPET = /\/ringup(-\d[^/]*)?\.js$/

/** "convertOn" is "data-convert-on". */
const toAttribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
/** As a browser's `dataset` has it. */
const toName = (attribute: string) =>
  attribute.replace(/^data-/, '').replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** The script's tags, in their order: the first runs, the others do nothing. */
export function findTags({ scripts }: Html, base: URL): Tag[] {
  const block = readBlock(scripts)
  return scripts.flatMap((script): Tag[] => {
    const src = script.attributes.get('src')?.trim()
    if (!src || !URL.canParse(src, base)) return []
    const url = new URL(src, base)
    if (!IS_SNIPPET.test(url.pathname)) return []
    const own = readData(script)
    return [
      { url, script, settings: new Map([...block.settings, ...own].filter(([name, value]) => isSetting(name, value))) },
    ]
  })
}

const readData = ({ attributes }: Script) =>
  new Map([...attributes].filter(([name]) => name.startsWith('data-')).map(([name, value]) => [toName(name), value]))

function isSetting(name: string, value: string): boolean {
  const words = WORDS.get(name)
  if (!words) return false
  if (name === 'selectors') return isObject(toJson(value))
  return words.length === 0 || words.includes(value) || (name === 'consent' && isConsentRecipe(toJson(value)))
}

/** @param lists public names of RINGUP_LISTS; undefined: nobody knows */
export function* lookAtTag({ scripts, marks, forms }: Html, tags: Tag[], lists?: string[]): Generator<Finding> {
  const [tag] = tags
  if (!tag) return
  const all = tags.map(({ script }) => JSON.stringify([...readData(script)].sort()))
  if (new Set(all).size > 1) {
    yield problem(
      `The script is on the page ${tags.length} times with different settings. The first counts: leave one tag.`,
    )
  } else if (tags.length > 1)
    yield warning(`The script is on the page ${tags.length} times; it runs once. Leave one tag.`)
  if (tag.script.attributes.get('type')?.trim().toLowerCase() === 'module') {
    yield problem('The tag has type="module": such a script cannot read its tag’s settings. Leave the type out.')
  }
  yield* lookAtSettings(scripts, tag)
  yield* lookAtCalls(tag, marks)
  yield* lookAtForms(forms, lists)
}

function* lookAtSettings(scripts: Script[], tag: Tag): Generator<Finding> {
  const block = readBlock(scripts)
  const said = [...tag.settings].map(([name, value]) => `${toAttribute(name)}=${toShown(name, value)}`)
  yield ok(said.length > 0 ? `Its settings: ${said.join(', ')}.` : 'It has no settings: the defaults count.')
  for (const [name, value] of [...readData(tag.script)].slice(0, MAX_LOOKED_AT))
    yield* lookAtOne(toAttribute(name), name, value)
  for (const [name, value] of [...block.settings].slice(0, MAX_LOOKED_AT))
    yield* lookAtOne(`${name} (JSON block)`, name, value)
  if (block.isBroken)
    yield problem('<script type="application/json" id="ringup"> holds no JSON object, so none of it counts.')
  if (scripts.some(({ attributes, text }) => !attributes.has('src') && /\bringup\s*=\s*\{/.test(text))) {
    yield warning(
      'A script of the page gives window.ringup settings, which are not looked at here: the debug panel shows them.',
    )
  }
}

function* lookAtOne(whole: string, name: string, value: string): Generator<Finding> {
  const shown = whole.slice(0, 80)
  const words = WORDS.get(name)
  if (!words) {
    const meant = findMeant(name)
    if (meant) yield problem(`${shown} is no setting; did you mean ${toAttribute(meant)}?`)
    else yield warning(`${shown} is no setting of Ringup. It has no effect here.`)
  } else if (!isSetting(name, value)) {
    const similar = findSimilar(value, words)
    const meant = similar ? `; did you mean ${similar}?` : '.'
    const may = name === 'selectors' ? 'a JSON object' : words.join(' or ')
    const recipe = name === 'consent' ? ', or a consent recipe as JSON, with read or deny' : ''
    const taken = name === 'consent' ? ' It counts as required.' : ' It is ignored.'
    yield problem(`${shown} must be ${may}${recipe}${meant}${taken}`)
  } else if (name === 'debug' && value === 'panel') {
    yield warning(
      'data-debug="panel" shows the debug panel to every shopper. "ask" shows it only where the address has ?ringup-debug.',
    )
  }
}

/** The same but for dashes and capitals, or for a letter in three at most. */
function findMeant(name: string): string | undefined {
  const toLetters = (text: string) => text.replace(/-/g, '').toLowerCase()
  const letters = NAMES.map(toLetters)
  const exact = letters.indexOf(toLetters(name))
  return NAMES[exact >= 0 ? exact : letters.indexOf(findSimilar(toLetters(name), letters) ?? '')]
}

/** What makes the script send anything at all. */
function* lookAtCalls({ settings }: Tag, marks: number): Generator<Finding> {
  const convertOn = settings.get('convertOn')
  if (convertOn) {
    const when = convertOn === 'load' ? 'this page has loaded' : `the data layer gets the event “${convertOn}”`
    yield ok(`An order is reported when ${when}.`)
  } else yield ok('No order is reported by itself (data-convert-on): the page has to call convert().')
  if (marks > 0) yield ok(`Elements with data-ringup: ${marks}.`)
}

function* lookAtForms(forms: string[], lists: string[] | undefined): Generator<Finding> {
  if (forms.length > 0) yield ok(`Forms with data-add-to-list: ${forms.length}.`)
  for (const name of new Set(forms)) {
    if (lists === undefined || lists.includes(name)) continue
    const similar = findSimilar(name, lists)
    const meant = similar ? `did you mean ${similar}?` : `it has ${lists.join(', ') || 'none'}.`
    yield problem(`A form names the list “${name.slice(0, 80)}”, which RINGUP_LISTS does not have; ${meant}`)
  }
}

/** The only element that is one. */
function readBlock(scripts: Script[]): { settings: Map<string, string>; isBroken: boolean } {
  const block = scripts.find(
    ({ attributes }) => attributes.get('id') === 'ringup' && attributes.get('type') === 'application/json',
  )
  const read = block ? toJson(block.text) : {}
  if (!isObject(read)) return { settings: new Map(), isBroken: true }
  const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return { settings: new Map(Object.entries(read).map(([name, value]) => [name, toText(value)])), isBroken: false }
}

/** A signature vouches for a customer, so no more of it is shown than that there is one. */
const toShown = (name: string, value: string) =>
  name === 'signature' ? '…' : JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As the snippet takes one: without a place to read it waits for ever. */
const isConsentRecipe = (value: unknown) =>
  isObject(value) && ['read', 'deny'].some((name) => typeof Reflect.get(value, name) === 'string')

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
