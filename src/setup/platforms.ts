/** The shop platforms as the set-up page shows them: where the line goes, and what else to paste. Read when the page is built. */
import { RECIPES } from '../recipes/index.js'
import type { Recipe } from '../recipes/recipe.js'
import { STUB } from '../recipes/stub.js'

/** One text to copy. */
export interface Block {
  title: string
  text: string
  /** Where it goes: a sentence. Text in backticks is code. */
  about: string
}

export interface Platform {
  /** The recipe's name. */
  name: string
  title: string
  /** The place of the tag, as the end of the sentence “Paste it …”. */
  paste: string
  /** Lines for gaps of the platform's pages. */
  blocks: Block[]
  /** Where real orders were compared; undefined: only with templates or documentation. */
  tried?: string | undefined
}

export const toPlatforms = (): Platform[] =>
  RECIPES.map((recipe) => ({
    name: recipe.name,
    title: recipe.variant ? `${recipe.platform}, ${recipe.variant}` : recipe.platform,
    paste: recipe.paste,
    blocks: toBlocks(recipe),
    tried: recipe.tried,
  })).sort((one, other) => one.title.localeCompare(other.title))

function toBlocks(recipe: Recipe): Block[] {
  const { templateLine } = recipe
  // The other lines fill in the values of the line.
  const lines = templateLine ? [...(templateLine.needs ?? []), templateLine] : []
  const blocks = lines.map(({ file, place, line }) => ({
    title: `Line for ${file.split('/').at(-1)}`,
    text: line,
    about: `Paste it into \`${file}\`, ${place}: the page does not say this by itself.`,
  }))
  if (!('script' in recipe)) return blocks
  const text = `<script>${STUB}</script>\n<script>\n${recipe.script.trim()}\n</script>`
  return [
    ...blocks,
    { title: 'Script for the order', text, about: `Paste it ${recipe.scriptPlace}. ${recipe.needsScript}` },
  ]
}
