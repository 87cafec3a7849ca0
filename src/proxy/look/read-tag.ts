/** The script's tags in a page, and the settings that they and the page's JSON block say. */
import { toSetting } from '../../contract/settings.js'
import { findSimilar } from '../../contract/similar.js'
import { findBadSetting, isScriptPath, toAttribute, toBadSettingSentence } from '../../contract/tag.js'
import { type Finding, ok, problem, warning } from './finding.js'
import type { Html, Script } from './read-html.js'

type Settings = Map<string, string>

/** The tag that runs. */
export interface Tag {
  url: URL
  script: Script
  /** Settings by name in camelCase, only those that the snippet takes. */
  settings: Settings
}

/** More than there are settings. */
const MAX_LOOKED_AT = 50

/** The script's tags, in their order: the first runs, the others do nothing. */
export function findTags({ scripts }: Html, base: URL): Tag[] {
  const block = readBlock(scripts) ?? []
  return scripts.flatMap((script): Tag[] => {
    const src = script.attributes.get('src')?.trim()
    const url = src && URL.canParse(src, base) ? new URL(src, base) : undefined
    if (!url || !isScriptPath(url.pathname)) return []
    const said = [...block, ...readData(script)]
    return [{ url, script, settings: new Map(said.filter(([name, value]) => toSetting(name, value) !== undefined)) }]
  })
}

/** Reads `data-…` attributes as a browser's `dataset` does. */
const readData = ({ attributes }: Script): Settings =>
  new Map(
    [...attributes]
      .filter(([name]) => name.startsWith('data-'))
      .map(([name, value]) => [name.slice(5).replace(/-([a-z])/g, (_all, letter) => letter.toUpperCase()), value]),
  )

/** @returns the settings of the only element that is one; undefined when it holds no JSON object */
function readBlock(scripts: Script[]): Settings | undefined {
  const block = scripts.find(
    ({ attributes }) => attributes.get('id') === 'ringup' && attributes.get('type') === 'application/json',
  )
  try {
    const read: unknown = JSON.parse(block?.text ?? '{}')
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? toTexts(read) : undefined
  } catch {
    return undefined
  }
}

/** Settings in the form of a tag's attributes. */
export const toTexts = (settings: object): Settings =>
  new Map(
    Object.entries(settings).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** @param lists public names of RINGUP_LISTS; undefined: nobody knows */
export function* lookAtTag({ scripts, marks, forms }: Html, tags: Tag[], lists?: string[]): Generator<Finding> {
  const [tag] = tags
  if (!tag) return
  const all = tags.map(({ script }) => JSON.stringify([...readData(script)].sort()))
  if (new Set(all).size > 1) {
    yield problem(
      `The script is on the page ${tags.length} times with different settings. The first counts. Leave one tag.`,
    )
  } else if (tags.length > 1)
    yield warning(`The script is on the page ${tags.length} times; it runs once. Leave one tag.`)
  if (tag.script.attributes.get('type')?.trim().toLowerCase() === 'module') {
    yield problem('The tag has type="module": such a script cannot read its tag’s settings. Leave the type out.')
  }
  yield* lookAtSettings(scripts, tag)
  yield toCall(tag)
  if (marks > 0) yield ok(`Elements with data-ringup: ${marks}.`)
  yield* lookAtForms(forms, lists)
}

function* lookAtSettings(scripts: Script[], tag: Tag): Generator<Finding> {
  const said = [...tag.settings].map(([name, value]) => `${toAttribute(name)}=${toShown(name, value)}`)
  yield ok(said.length > 0 ? `Its settings: ${said.join(', ')}.` : 'It has no settings: the defaults apply.')
  const block = readBlock(scripts)
  yield* [...readData(tag.script)].slice(0, MAX_LOOKED_AT).flatMap((each) => lookAtOne(each, toAttribute))
  yield* [...(block ?? [])].slice(0, MAX_LOOKED_AT).flatMap((each) => lookAtOne(each, (name) => `${name} (JSON block)`))
  if (!block)
    yield problem('<script type="application/json" id="ringup"> does not hold a JSON object, so it is ignored.')
  if (scripts.some(({ attributes, text }) => !attributes.has('src') && /\bringup\s*=\s*\{/.test(text))) {
    yield warning(
      'A script of the page gives window.ringup settings, which are not looked at here: the debug panel shows them.',
    )
  }
}

/** @param toWritten the name as it is written where it stands */
function lookAtOne([name, value]: [string, string], toWritten: (name: string) => string): Finding[] {
  const shown = toWritten(name).slice(0, 80)
  const bad = findBadSetting(name, value)
  if (!bad && name === 'debug' && value === 'panel') {
    return [
      warning(
        'data-debug="panel" shows the debug panel to every shopper. "ask" shows it only where the address has ?ringup-debug.',
      ),
    ]
  }
  if (!bad) return []
  if (bad.allowed !== undefined) {
    const taken = name === 'consent' ? 'It counts as required.' : 'It is ignored.'
    return [problem(`${toBadSettingSentence(shown, bad)} ${taken}`)]
  }
  // One that resembles none may be another script's.
  if (bad.meant === undefined) return [warning(`${toBadSettingSentence(shown, bad)} It has no effect.`)]
  return [problem(toBadSettingSentence(shown, { ...bad, meant: toWritten(bad.meant) }))]
}

/** What makes the script report an order. */
function toCall({ settings }: Tag): Finding {
  const convertOn = settings.get('convertOn')
  if (!convertOn)
    return ok('No order is reported automatically, without data-convert-on: the page has to call convert().')
  const when = convertOn === 'load' ? 'this page has loaded' : `the data layer gets the event “${convertOn}”`
  return ok(`An order is reported when ${when}.`)
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

/** A signature vouches for a customer, so no more of it is shown than that there is one. */
const toShown = (name: string, value: string) =>
  name === 'signature' ? '…' : JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value)
