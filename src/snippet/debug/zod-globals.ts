/**
 * What the panel's bundle takes for `globalThis`: the page's globals to read, and on top of them a place of its own, where
 * the bundle's zod keeps its settings and its registry. The page may have a zod of its own, and is not written to. Without
 * `new Function`, which a strict page's policy would report as a violation.
 */
export const zodGlobals = Object.assign(Object.create(window), {
  __zod_globalConfig: { jitless: true },
  __zod_globalRegistry: undefined,
})
