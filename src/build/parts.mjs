/** esbuild's `define` for the snippet: what a build of it has (src/snippet/parts.d.ts). */

/** @param {{ dom: boolean, forms: boolean, platforms: boolean }} parts */
export const toDefine = ({ dom, forms, platforms }) => ({
  RINGUP_DOM: String(dom),
  RINGUP_FORMS: String(forms),
  RINGUP_PLATFORMS: String(platforms),
  RINGUP_KEPT: 'false',
})

/** What modules and pixels are built with: everything, since no file beside them could bring the rest. */
export const WHOLE = { ...toDefine({ dom: true, forms: true, platforms: true }), RINGUP_KEPT: 'true' }
