/**
 * Promise: the snippet's storage in the pixel's frame has a value in memory immediately, and in the page a moment later. It
 * works whatever the page does.
 */
import { beforeEach, expect, test, vi } from 'vitest'
import type { BrowserStorage } from '../../../src/shopify/pixel-api.js'

/** The page's storage, in the pixel API's form. All pages of a test share it. */
let page = new Map<string, string>()

const storage: BrowserStorage = {
  getItem: async (key) => page.get(key) ?? null,
  setItem: async (key, value) => void page.set(key, value),
  removeItem: async (key) => void page.delete(key),
  key: async (index) => [...page.keys()][index] ?? null,
  length: async () => page.size,
}

/** A new page of the same browser. */
async function openPage(answers: Partial<BrowserStorage> = {}) {
  vi.resetModules()
  const opened = await import('../../../src/shopify/local-storage.js')
  opened.openStorage({ ...storage, ...answers })
  return opened
}

const toKeys = (kept: object) => Object.keys(kept) // the snippet's access

const fill = ({ localStorage }: { localStorage: Pick<Storage, 'setItem'> }, values: Record<string, string>) => {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
}

beforeEach(() => {
  page = new Map([['theme', 'dark']])
})

test('a stored value is there immediately as text, and in the page under its own name', async () => {
  const { localStorage } = await openPage()
  localStorage.setItem('ringup:1', '17')
  expect([localStorage.getItem('ringup:1'), localStorage.getItem('getItem')]).toEqual(['17', null])
  expect([...page]).toEqual([
    ['theme', 'dark'],
    ['ringup-pixel:ringup:1', '17'],
    ['ringup-pixel', '1'],
  ])
})

test('the next page has it after loading, without the shop’s own values', async () => {
  fill(await openPage(), { 'ringup:1': 'a', 'ringup:2': 'b' })
  const { localStorage, loadStorage } = await openPage()
  expect(toKeys(localStorage)).toEqual([])
  await loadStorage()
  expect(localStorage).toEqual({ 'ringup:1': 'a', 'ringup:2': 'b' })
})

test('a value that was stored while loading is kept', async () => {
  fill(await openPage(), { 'ringup:1': 'old' })
  const { localStorage, loadStorage } = await openPage()
  const loading = loadStorage()
  localStorage.setItem('ringup:1', 'new')
  await loading
  expect(localStorage.getItem('ringup:1')).toBe('new')
})

test('a deleted value is removed here and in the page', async () => {
  const { localStorage } = await openPage()
  localStorage.setItem('ringup:1', 'a')
  localStorage.removeItem('ringup:1')
  expect(toKeys(localStorage)).toEqual([])
  expect([...page.keys()]).toEqual(['theme', 'ringup-pixel'])
})

test('erasing removes all values, also of earlier pages, but not the shop’s own', async () => {
  fill(await openPage(), { 'ringup:1': 'a' })
  const { localStorage, eraseStorage } = await openPage()
  localStorage.setItem('ringup:2', 'b')
  await eraseStorage()
  expect(toKeys(localStorage)).toEqual([])
  expect([...page.keys()]).toEqual(['theme'])
})

const reject = () => Promise.reject(new Error('refused'))
const raise = () => {
  throw new Error('refused')
}
test.each<[string, Partial<BrowserStorage>]>([
  ['refused', { getItem: reject, setItem: reject, removeItem: reject, length: reject, key: reject }],
  ['full', { setItem: reject }],
  ['not there', { getItem: raise, setItem: raise, removeItem: raise }],
  ['cleared while it is read', { length: async () => 3, key: async () => null, getItem: async () => '1' }],
])('storage that is %s only makes the browser forget', async (_why, answers) => {
  const { localStorage, loadStorage, eraseStorage } = await openPage(answers)
  await loadStorage()
  localStorage.setItem('ringup:1', 'a')
  expect(localStorage).toEqual({ 'ringup:1': 'a' })
  localStorage.removeItem('ringup:1')
  await eraseStorage()
  expect(localStorage).toEqual({})
})
