/** Promise: strangers choose origins and names of lists, so few and short ones are stored. */
import { expect, test } from 'vitest'
import { createRequests } from '../../../../src/proxy/operate/requests.js'

const refused = { method: 'POST', ms: 1 }

test('an origin of over 100 characters is counted, and its text is not stored', () => {
  const requests = createRequests()
  const fits = `https://${'a'.repeat(92)}`
  for (const origin of [fits, `${fits}a`]) requests.onAnswered({ ...refused, status: 403, code: 'origin', origin })
  expect(requests.read()).toMatchObject({ origins: [[fits, 1]], refused: [['origin', 2]] })
})

test('five refused lists are stored, and all requests are counted', () => {
  const requests = createRequests()
  for (const unknownList of ['a', 'b', 'c', 'd', 'e', 'f', 'a'])
    requests.onAnswered({ ...refused, status: 422, code: 'unknown_list', unknownList })
  expect(requests.read()).toMatchObject({ lists: ['b', 'c', 'd', 'e', 'a'], refused: [['unknown_list', 7]] })
})
