/** Promise: the answer about an unknown order says where else it may be. */
import { expect, test } from 'vitest'
import { readMissing } from '../../../../src/proxy/operate/find.js'
import type { Search, Trace } from '../../../../src/proxy/queue/index.js'

const read = (search: Search, traces: Partial<Trace>[] = []) =>
  readMissing({ find: async () => traces as Trace[] }, search)

const EMAIL = 'ada@example.com'
test.each<[what: string, search: Search, traces: Partial<Trace>[], answer: RegExp]>([
  ['an order may be in the browser', { order: '1001' }, [], /^It never came here .* see the panel/],
  ['or under another e-mail', { order: '1001', email: EMAIL }, [{ state: 'delivered' }], /without the address\.$/],
  ['an id is unknown', { id: '3f0c9a52-7e55-4a43-9d0e-1f2b6c7d8e90' }, [], /^No event with this id/],
])('%s', async (_what, search, traces, answer) => {
  expect(await read(search, traces)).toEqual([expect.stringMatching(answer)])
})

test.each([
  ['1001', '1001'],
  ['#1001', "'#1001'"],
])('the number %s of an order is not an id: the command with --order is suggested', async (number, quoted) => {
  expect(await read({ id: number })).toEqual([
    `${number} is not the id of an event. To find an order: ringup find --order ${quoted}`,
  ])
})
