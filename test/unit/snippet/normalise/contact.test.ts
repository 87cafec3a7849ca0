/** What a form or a caller says of a customer becomes one contact; what is wrong is left out and named. */
import { describe, expect, test } from 'vitest'
import { toFields } from '../../../../src/snippet/fields.js'
import { CONTACT } from '../../../../src/snippet/normalise/contact.js'
import { readFields } from '../../../../src/snippet/normalise/read-fields.js'
import type { Problem } from '../../../../src/snippet/problem.js'

const email = 'ada@example.com'

const readContact = (contact: Record<string, unknown>, problems: Problem[]) =>
  readFields(toFields(contact), CONTACT, { is: 'caller' }, '', problems)

describe('fields with rules', () => {
  test.each<[string, unknown, string | number | undefined, string]>([
    ['gender', 'm', 'm', 'as the API has it'],
    ['gender', 'Female', 'f', 'in words'],
    ['gender', 'male', 'm', 'in words'],
    ['gender', 'M', 'm', 'in lower case'],
    ['gender', 'fale', undefined, 'half a word'],
    ['gender', 'memale', undefined, 'two halves'],
    ['gender', 'divers', undefined, 'the API knows two'],
    ['language', 'en-GB', 'en', 'the first subtag'],
    ['language', 'DE_at', 'de', 'in lower case'],
    ['language', 'zh-Hant-TW', 'zh', 'the first of many subtags'],
    ['language', 'd', undefined, 'two letters only'],
    ['language', 'd1', undefined, 'letters only'],
    ['language', 'deu', undefined, 'two letters only'],
    ['birthdate', '1990-02-28', '1990-02-28', 'a day'],
    ['birthdate', '2000-02-29', '2000-02-29', 'a leap day'],
    ['birthdate', '1990-02-30', undefined, 'no such day'],
    ['birthdate', '1900-02-29', undefined, 'no leap year'],
    ['birthdate', '1990-13-01', undefined, 'no such month'],
    ['birthdate', '1990-2-8', undefined, 'not YYYY-MM-DD'],
    ['birthdate', '1990-02-28T00:00:00Z', undefined, 'a time of day'],
    ['birthdate', '28.02.1990', undefined, 'not ISO'],
    ['birthdate', 1990, undefined, 'only a year'],
    ['age', '36', 36, 'digits as text'],
    ['age', 0, 0, 'a child'],
    ['age', 150, 150, 'the oldest'],
    ['age', 'thirty', undefined, 'no number'],
    ['age', Number.POSITIVE_INFINITY, undefined, 'no age'],
    ['age', 151, undefined, 'older than that'],
    ['age', -1, undefined, 'not born'],
    ['age', '  ', undefined, 'blank is not zero'],
    ['timezone', 'Europe/Berlin', 'Europe/Berlin', 'of the TZ database'],
    ['timezone', ' UTC ', 'UTC', 'trimmed'],
    ['timezone', 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', 'of three parts'],
    ['timezone', 'Berlin', undefined, 'Intl does not know it'],
  ])('%s %j is %j (%s)', (field, value, read) => {
    const problems: Problem[] = []
    const contact = readContact({ email, [field]: value }, problems)
    expect(contact?.[field]).toBe(read)
    expect(problems.map((problem) => problem.field)).toEqual([field].slice(Number(read !== undefined)))
  })
})

test('every other field is text, known to the API or not', () => {
  const contact = { first_name: ' Ada ', city: 'London', shoe_size: 39, points: { gold: 1 }, phone: '', note: null }
  expect(readContact({ email, ...contact }, [])).toEqual({
    email,
    first_name: 'Ada',
    city: 'London',
    shoe_size: '39',
    points: '{"gold":1}',
  })
})

test('a getter that throws costs its own field only', () => {
  const problems: Problem[] = []
  const contact = {
    email,
    get city() {
      throw new Error('not today')
    },
  }
  expect(readContact(contact, problems)).toEqual({ email })
  expect(problems).toEqual([{ field: 'city', code: 'unreadable' }])
})
