/** Whatever a page says, the snippet sends only what the contract takes; and it brings no schema along to do so. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Conversion } from '../../src/contract/conversion.js'
import { attempt } from '../../src/snippet/attempt.js'
import { toContact } from '../../src/snippet/normalise/contact.js'
import { toConversion } from '../../src/snippet/normalise/order.js'
import { toEmail } from '../../src/snippet/normalise/text.js'

const root = join(import.meta.dirname, '../..')

describe('the contract takes whatever normalise makes', () => {
  const nasty = fc.constantFrom('__proto__', 'constructor', 'toString', '\ud800', '\u0000', '{{x}}', '1.299', '-1', ' ')
  const value = fc.oneof(
    nasty,
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.maxSafeNat(),
    fc.constantFrom(
      'm',
      'female',
      'en-GB',
      '0000-01-01',
      '1990-02-30',
      '2000-02-29',
      'UTC',
      36,
      Number.MAX_SAFE_INTEGER,
    ),
  )
  const fieldsOf = (names: string[]) => fc.dictionary(fc.oneof(fc.constantFrom(...names), nasty, fc.string()), value)
  const cart = fieldsOf(Object.keys(CartData.shape))
  const items = fc.oneof(fc.array(fc.oneof(fieldsOf(Object.keys(CartItem.shape)), value)), value)
  const email = fc.oneof(fc.emailAddress(), fc.constant(' Ada@Example.com'), value)
  const decimal = fc.constantFrom('?', '.', ',', '٫')

  test('an order, found and passed', () => {
    const taken = fc.property(
      email,
      cart,
      cart,
      items,
      items,
      decimal,
      (address, found, passed, theirs, ours, sign) => {
        const order = toConversion(
          { ...found, items: theirs },
          undefined,
          { cart_data: passed, cart_items: ours } as never,
          sign,
          () => {},
        )
        const email = attempt(() => toEmail(address)) ?? 'none@was.readable'
        expect(Conversion.safeParse({ ...order, email }).error).toBeUndefined()
      },
    )
    fc.assert(taken, { numRuns: 1000 })
  })

  test('a contact', () => {
    const taken = fc.property(email, fieldsOf(Object.keys(Contact.shape)), (address, fields) => {
      const contact = toContact({ ...fields, email: address }, () => {})
      expect(Contact.safeParse({ ...contact, email: contact.email ?? 'none@was.readable' }).error).toBeUndefined()
    })
    fc.assert(taken, { numRuns: 1000 })
  })
})

describe('what a shopper loads', () => {
  let folder = ''
  let script = Buffer.alloc(0)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ringup-'))
    execFileSync('node', ['build.mjs', folder], { cwd: root, stdio: 'pipe' })
    script = readFileSync(join(folder, 'ringup.js'))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is at most 4,608 bytes of brotli', () => {
    expect(brotliCompressSync(script).length).toBeLessThanOrEqual(4608)
  })

  test('contains no schema code', () => {
    expect(script.toString()).not.toMatch(/zod|safeParse|invalid_type|strictObject/i)
  })
})

describe('snippet and proxy meet only in the contract', () => {
  test.each([
    ['src/snippet', /^src\/(snippet\/|contract\/limits\.js$)/, 'values'],
    ['src/snippet', /^src\/(snippet|contract)\//, 'types'],
    ['src/proxy', /^(src\/(proxy|contract)\/|[^.])/, 'values'],
    ['src/proxy', /^(?!src\/snippet\/)/, 'types'],
  ])('%s imports only %o (%s)', (from, allowed, kind) => {
    const strays = readImports(from).filter((line) => line.kind === kind && !allowed.test(line.path))
    expect(strays).toEqual([])
  })
})

/** Every import and re-export below a folder; what is imported as a type is gone at run time. */
function readImports(below: string) {
  const files = readdirSync(join(root, below), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  )
  return files.flatMap((name) => {
    const file = join(root, below, name)
    const lines = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'$/gm)
    return Array.from(lines, ([, type, path = '']) => ({
      file: relative(root, file),
      kind: type ? 'types' : 'values',
      path: path.startsWith('.') ? relative(root, join(dirname(file), path)) : path,
    }))
  })
}
