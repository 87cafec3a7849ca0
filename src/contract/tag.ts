/** A script tag: its path, its attributes, and the check of each setting. Panel, recipes, set-up page and `ringup check` use it. */
import { findSetting, SETTINGS, toAllowed, toSetting } from './settings.js'
import { findSimilar } from './similar.js'

const NAMES = Object.keys(SETTINGS)

/** Recognises the script by its path: `ringup.js`, with or without a version. */
export const isScriptPath = (path: string) => /\/ringup(-\d[^/]*)?\.js$/.test(path)

/** "convertOn" is "data-convert-on". */
export const toAttribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/**
 * Writes structures as JSON with a space after each brace. Smarty and Squarespace read a brace as code if a word
 * follows directly.
 */
export const toAttributeText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')

/** Chooses the quotes that need the least escaping. */
export function quote(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return escaped.includes('"') ? `'${escaped.replace(/'/g, '&#39;')}'` : `"${escaped}"`
}

/** A setting without effect, because its name or its value is unknown. */
export interface BadSetting {
  /** The setting or word that was probably meant. */
  meant: string | undefined
  /** The allowed values. Undefined if the setting does not exist. */
  allowed: string | undefined
}

/**
 * @param name in camelCase
 * @returns the error of a setting; undefined if it is correct
 */
export function findBadSetting(name: string, value: unknown): BadSetting | undefined {
  const setting = findSetting(name)
  if (!setting) return { meant: findMeant(name), allowed: undefined }
  if (toSetting(name, value) !== undefined) return undefined
  return {
    meant: findSimilar(typeof value === 'object' ? '' : String(value), setting.words ?? []),
    allowed: toAllowed(setting),
  }
}

/** @param shown the setting in the page's or file's spelling. `meant` has the same spelling. */
export const toBadSettingSentence = (shown: string, { meant, allowed }: BadSetting): string =>
  `${shown} ${allowed === undefined ? 'is not a setting' : `must be ${allowed}`}.${meant ? ` Did you mean ${meant}?` : ''}`

/** Finds the most similar known name. Dashes and capitals do not count. */
function findMeant(name: string): string | undefined {
  const letters = NAMES.map(toLetters)
  return NAMES[letters.indexOf(findSimilar(toLetters(name), letters) ?? '')]
}

const toLetters = (name: string) => name.replace(/-/g, '').toLowerCase()
