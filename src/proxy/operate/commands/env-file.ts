/** Reads settings from a file as systemd and Docker do: a name, `=`, and the rest of the line unchanged. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ProblemError } from '../problem-error.js'

/**
 * @returns `values` by name, where the last line of a name counts; and `asNodeReads`, the values that `node --env-file` reads, which
 * has comments after values and values of several lines
 * @throws ProblemError in a sentence, without a value
 */
export function readEnvFile(file: string) {
  const values: Record<string, string> = {}
  const text = readText(file)
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new ProblemError(
        `Line ${index + 1} of ${file} is not a setting: write NAME=value, without spaces around the = sign.`,
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
      WHY[code]?.(file) ??
        `The file ${file} cannot be read (${code}): --env-file names a file with one setting in each line.`,
    )
  }
}

const WHY: Record<string, (file: string) => string> = {
  ENOENT: (file) => `The file ${file} does not exist: --env-file names the file with the settings.`,
  EACCES: (file) => `This user may not read the file ${file}. Try sudo.`,
}
