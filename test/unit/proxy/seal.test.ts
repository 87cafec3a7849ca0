/** Promise: a stored record can be read only with a key, only in its place, and only unchanged. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyedHash, createSeal } from '../../../src/proxy/seal.js'

const key = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)
const secret = '{"email":"ada@example.com"}'

describe('with a key', () => {
  const { seal, open } = createSeal([key])

  test('a record opens to the sealed text, whatever it is', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, label) => {
      expect(open(seal(text, label), label)).toBe(text)
    })
    fc.assert(property)
  })

  test('the text is not in the record, which is another one each time', () => {
    expect(seal(secret, 'row').toString('latin1')).not.toContain('ada')
    expect(seal(secret, 'row').equals(seal(secret, 'row'))).toBe(false)
  })

  test('a record opens only under the label it was sealed with', () => {
    expect(() => open(seal(secret, 'row 1'), 'row 2')).toThrow()
  })

  test('it does not open if one bit is changed anywhere', () => {
    const record = seal(secret, 'row')
    for (const at of record.keys()) {
      const copy = Buffer.from(record)
      copy[at] = (copy[at] ?? 0) ^ 4
      expect(() => open(copy, 'row')).toThrow()
    }
  })

  test('it does not open if it is cut anywhere', () => {
    const record = seal(secret, 'row')
    for (const length of record.keys()) expect(() => open(record.subarray(0, length), 'row')).toThrow()
  })

  test('a record of another key does not open, and the error names the setting', () => {
    const foreign = createSeal([other]).seal(secret, 'row')
    expect(() => open(foreign, 'row')).toThrow('no key of RINGUP_KEY opens this record')
  })

  test('a plain record is refused, because a writer of the file could forge one', () => {
    expect(() => open(Buffer.from(`\0${secret}`), 'row')).toThrow('no key of RINGUP_KEY opens this record')
  })
})

describe('older and newer keys', () => {
  test('an older key still opens its records', () => {
    const record = createSeal([key]).seal(secret, 'row')
    expect(createSeal([other, key]).open(record, 'row')).toBe(secret)
  })

  test('the first key seals', () => {
    const record = createSeal([other, key]).seal(secret, 'row')
    expect(createSeal([other]).open(record, 'row')).toBe(secret)
  })

  test('a seal needs a key', () => {
    expect(() => createSeal([])).toThrow('RINGUP_KEY')
  })
})

describe('a keyed hash', () => {
  const hash = createKeyedHash(key)

  test.each<[a: string[], b: string[], reason: string]>([
    [['ab', 'c'], ['a', 'bc'], 'the end of a part counts'],
    [['a', ''], ['a'], 'an empty part counts'],
    [['a","b'], ['a', 'b'], 'a part cannot contain the border'],
  ])('of %j is not that of %j (%s)', (a, b) => {
    expect(hash(...a).equals(hash(...b))).toBe(false)
  })

  test('is equal for equal parts and key, and differs for another key', () => {
    expect(hash('a')).toEqual(hash('a'))
    expect(createKeyedHash(other)('a')).not.toEqual(hash('a'))
  })
})
