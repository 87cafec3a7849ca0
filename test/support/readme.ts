/** Reads the README, so that tests can hold it to its word. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Two folders up from here, and from dist/bench as well.
export const readText = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

export const readme = readText('README.md')

/** The code blocks of one language, in their order. */
export function readBlocks(language: string, text = readme): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code.trim())
}

/** The first cell of each row of the table with this heading, without its marks; several names in a cell are several. */
export function readNames(heading: string, text = readme): string[] {
  const table = text.slice(text.indexOf(`| ${heading}`)).split('\n\n')[0] ?? ''
  const rows = table.split('\n').slice(2)
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}
