/**
 * What the bundle's zod takes for `globalThis`. It keeps its settings and its registry there, where the page may have a
 * zod of its own. Without `new Function`, which a strict page's policy would report as a violation.
 */
export const zodGlobals = { __zod_globalConfig: { jitless: true } }
