/** Promise: in each language, the guide's code makes the signatures that the guide shows and the proxy accepts. */
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sign } from '../../src/proxy/sign.js'
import { isInstalled, type Program } from '../support/programs.mjs'
import { readBlock, readme } from '../support/readme.js'

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

test.each(rows)('sign() makes the signature of $kind $subject', ({ signature, kind, ...options }) => {
  expect(sign({ ...options, kind: kind === 'convert' ? 'convert' : 'addToList' })).toBe(signature)
})

test.each(rows)(
  'the formula makes the signature of $kind $subject',
  ({ signature, secret, kind, email, subject, expiry }) => {
    const formula = readBlock('signature formula').replace('HMAC-SHA-256', 'hmac').replace('signature = ', 'return ')
    const spelled = email.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const names = { kind, subject, secret, email: spelled, expiry, hmac, base64url }
    expect(new Function(...Object.keys(names), formula)(...Object.values(names))).toBe(signature)
  },
)

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')

describe('the guide’s code makes the signatures too', () => {
  const quote = (text: string) => JSON.stringify(text)
  const call = ({ secret, kind, email, subject, expiry }: Row) =>
    `(${[secret, kind, email, subject].map(quote).join(', ')}, ${expiry})`

  test('in Node', () => {
    const code = readBlock('signature in Node').replace(/^import .*$/m, '')
    const make = new Function('sign', `${code}\nreturn signature`)(sign)
    const made = rows.map(({ secret, kind, email, subject, expiry }) => make(secret, kind, email, subject, expiry))
    expect(made).toEqual(rows.map(({ signature }) => signature))
  })

  const languages: [language: string, code: string, command: Program, args: string[], write: (row: Row) => string][] = [
    ['PHP', readBlock('signature in PHP'), 'php', ['-r'], (row) => `echo ringup_signature${call(row)}, "\\n";`],
    ['Python', readBlock('signature in Python'), 'python3', ['-c'], (row) => `print(ringup_signature${call(row)})`],
  ]
  for (const [language, code, command, args, write] of languages) {
    test.skipIf(!isInstalled(command))(`in ${language}`, () => {
      const program = [code, ...rows.map(write)].join('\n')
      const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
      const output = execFileSync(command, [...args, program], { encoding: 'utf8', env })
      expect(output.trim().split('\n')).toEqual(rows.map(({ signature }) => signature))
    })
  }
})
