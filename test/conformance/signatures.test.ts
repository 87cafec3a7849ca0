/** Promise: the README's code makes, in each of its languages, the signatures that the README shows and the proxy takes. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { sign } from '../../src/proxy/sign.js'
import { readBlocks, readme } from '../support/readme.js'

interface Row {
  secret: string
  kind: string
  email: string
  subject: string
  expiry: number
  signature: string
}

const rows: Row[] = [...readme.matchAll(/^\| `a-secret.*$/gm)].map(([line]) => {
  const [secret = '', kind = '', email = '', subject = '', expiry, signature = ''] = [
    ...line.matchAll(/`([^`]*)`/g),
  ].map(([, cell = '']) => cell.replace(/^""$/, ''))
  return { secret, kind, email, subject, expiry: Number(expiry), signature }
})

const blockWith = (language: string, text: string) => readBlocks(language).find((code) => code.includes(text)) ?? ''

const runs = (command: string) => spawnSync(command, ['--version']).status === 0

test('an order, a list and an order without a number are shown, in upper case and beyond ASCII', () => {
  expect(rows.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['convert', '1001'],
    ['addToList', 'newsletter'],
    ['convert', ''],
  ])
  expect(rows.map(({ email }) => email).join()).toMatch(/[A-Z].*[ÖÜ]/)
})

test.each(rows)('sign() makes the one of $kind $subject', ({ signature, kind, ...options }) => {
  expect(sign({ ...options, kind: kind === 'convert' ? 'convert' : 'addToList' })).toBe(signature)
})

describe('the README’s code makes them too', () => {
  const quote = (text: string) => JSON.stringify(text)
  const call = ({ secret, kind, email, subject, expiry }: Row) =>
    `(${[secret, kind, email, subject].map(quote).join(', ')}, ${expiry})`

  test('in Node', () => {
    const code = blockWith('js', 'ringup/sign').replace(/^import .*$/m, '')
    const make = new Function('sign', `${code}\nreturn signature`)(sign)
    const made = rows.map(({ secret, kind, email, subject, expiry }) => make(secret, kind, email, subject, expiry))
    expect(made).toEqual(rows.map(({ signature }) => signature))
  })

  const languages: [language: string, command: string, args: string[], write: (row: Row) => string][] = [
    ['php', 'php', ['-r'], (row) => `echo ringup_signature${call(row)}, "\\n";`],
    ['ruby', 'ruby', ['-e'], (row) => `puts ringup_signature${call(row)}`],
    ['python', 'python3', ['-c'], (row) => `print(ringup_signature${call(row)})`],
  ]
  for (const [language, command, args, write] of languages) {
    test.skipIf(!runs(command))(`in ${language} (skipped where ${command} is not installed)`, () => {
      const program = [blockWith(language, 'ringup_signature'), ...rows.map(write)].join('\n')
      const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
      const output = execFileSync(command, [...args, program], { encoding: 'utf8', env })
      expect(output.trim().split('\n')).toEqual(rows.map(({ signature }) => signature))
    })
  }
})

test('sign() is an entry of the package', () => {
  expect(packageJson.exports['./sign'].default).toBe('./dist/sign.js')
  expect(readFileSync('build.mjs', 'utf8')).toContain("sign: 'src/proxy/sign.ts'")
})
