/** Restores what a unit test has replaced or left on its page before the next one begins: functions, globals, time, DOM, storage. */
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (typeof document === 'undefined') return
  document.body.innerHTML = ''
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name)
  localStorage.clear()
  for (const name of ['dataLayer', 'digitalData', 'ringup']) Reflect.deleteProperty(globalThis, name)
})
