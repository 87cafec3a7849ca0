/** Settings that the shop's page proposes, or that a person has pasted: a stranger's data until the operator keeps it. */

import { toSafeText } from '../contract/safe-text.js'
import { toFieldWords } from '../contract/selectors.js'
import { holds } from '../examine/point/holds.js'
import type { TagSettings } from './known.js'

/** One line that the operator reads, and keeps or leaves out. */
export interface ProposedLine {
  /** Path of the setting: `selectors.cart_value`, `selectors.items`. */
  path: string
  title: string
  text: string
  /** Why the line must not be kept. */
  warning: string
}

/** The settings that say where the order is. A recipe replaces all of them. */
const OF_ORDER = ['recipe', 'adapter', 'dataLayer', 'convertOn', 'selectors', 'email', 'value', 'decimal']
/** The settings that a page may propose. `endpoint` is not one of them. */
const PROPOSED = [...OF_ORDER, 'consent']

const TITLES: Record<string, string> = {
  recipe: 'Platform',
  adapter: 'The order is read from',
  convertOn: 'An order is reported on',
  email: 'E-mail address',
  'selectors.order': 'Whole order',
  consent: 'Waits for the banner',
}

/** Lists the lines of a proposal. Names that may not be proposed are left out. */
export function toLines(proposal: unknown): ProposedLine[] {
  const { selectors, ...settings }: TagSettings = Object(proposal)
  const { items, ...order } = Object(selectors)
  const plain = Object.entries(settings).filter(([name]) => PROPOSED.includes(name))
  return [
    ...plain.map(([name, value]) => toLine(name, TITLES[name] ?? name, value)),
    ...Object.entries(order).map(([name, value]) =>
      toLine(`selectors.${name}`, TITLES[`selectors.${name}`] ?? toFieldWords(`cart.${name}`), value, value),
    ),
    ...(items ? [toLine('selectors.items', 'Products', items, Object(items).each)] : []),
  ]
}

function toLine(path: string, title: string, value: unknown, selector?: unknown): ProposedLine {
  const isWeak = selector !== undefined && !holds(String(selector))
  return {
    path,
    title,
    text: toSafeText(typeof value === 'string' ? value : JSON.stringify(value)),
    warning: isWeak ? 'It has no class, id or attribute, so it also finds something on pages without an order.' : '',
  }
}

/**
 * Merges the lines that the operator keeps into the settings that the proxy serves.
 *
 * @param paths of the kept lines
 */
export function toSaved(served: TagSettings, proposal: TagSettings, paths: readonly string[]): TagSettings {
  const plain = Object.fromEntries(
    Object.entries(proposal).filter(([name]) => paths.includes(name) && PROPOSED.includes(name)),
  )
  const own = Object.entries(Object(proposal.selectors)).filter(([name]) => paths.includes(`selectors.${name}`))
  const selectors = own.length > 0 ? { selectors: Object.fromEntries(own) } : {}
  const others = Object.entries(served).filter(([name]) => !('recipe' in plain && OF_ORDER.includes(name)))
  return { ...Object.fromEntries(others), ...plain, ...selectors, debug: 'ask' }
}

/** Compares settings, whatever the order of their names. */
export const isSame = (one: unknown, other: unknown): boolean => toSorted(one) === toSorted(other)

const toSorted = (value: unknown) =>
  JSON.stringify(value, (_name, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a.localeCompare(b)))
      : each,
  )

/** Reads JSON as the bar copies it. Undefined for another text. */
export function readPasted(text: string): TagSettings | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as TagSettings) : undefined
  } catch {
    return undefined
  }
}
