/** As a module the snippet may be imported where there is no window, and does nothing before configure(). */
import { expect, test } from 'vitest'
import { configure } from '../../../src/snippet/module.js'

test('importing it on a server has no side effect', () => {
  expect(Reflect.ownKeys(globalThis).filter((key) => /ringup|^convert$|^addToList$/.test(String(key)))).toEqual([])
})

test('configure() does nothing on a server', () => {
  expect(() => configure({ endpoint: '/ringup' })).not.toThrow()
})
