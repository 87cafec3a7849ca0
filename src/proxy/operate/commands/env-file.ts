/** Settings from a file, read as systemd and Docker read it: a name, `=`, and all of the rest as it is. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ProblemError } from './print.js'

/**
 * @returns values by name, the last one where a name is said twice; and `asNodeReads`, the same as `node --env-file` has it, with
 * comments behind values, and lines that go on
 * @throws ProblemError in a sentence, never with a value
 */
export function readEnvFile(file: string) {
  const values: Record<string, string> = {}
  const text = readText(file)
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new ProblemError(
        `Line ${index + 1} of ${file} is not a setting: write NAME=value, without spaces round the sign.`,
      )
    }
    values[name] = value.replace(/^(["'])(.*)\1\s*$/, '$2').trim()
  }
  return { values, asNodeReads: parseEnv(text) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = Object(error)
    throw new ProblemError(
      WHY[code]?.(file) ?? `The file ${file} cannot be read (${code}): --env-file names a file with a setting a line.`,
    )
  }
}

const WHY: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no file ${file}: --env-file names the one with the settings.`,
  EACCES: (file) => `The file ${file} may not be read by this user: run it with sudo, perhaps.`,
}
