/** Texts to copy, each with its title and its place. */
import { findBanner, findBannerScript } from '../choices/banners.js'
import { type Choices, toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import type { Known } from '../known.js'
import { isCalling, toSettings } from '../settings.js'
import { hasTag, isPinned, type SnippetFile } from './script.js'
import { toPixel, toThemeLine } from './steps.js'
import { toCall, toFormMarks, toPolicy, toStub, toTagLines, usesKeeper, usesStub } from './tag.js'

export interface Block {
  id: string
  title: string
  text: string
  /** Sentences. Text in backticks is code. */
  about: string
  /** The name of the file that is downloaded. A file is too long to be shown. */
  file?: string
}

/** Texts for the shop's pages, or for the system that loads the script there. */
export function toPageBlocks(choices: Choices, snippet: SnippetFile, known?: Known): Block[] {
  const platform = toPlatform(choices)
  return [
    ...(platform === 'tag-manager' ? [toTemplateBlock(snippet)] : []),
    ...(platform === 'shopify' ? toShopifyBlocks(choices, snippet) : []),
    ...toTemplateLines(choices),
    ...(usesStub(choices) ? [STUB_BLOCK] : []),
    ...(hasTag(choices) ? [toTagBlock(choices, snippet, known)] : []),
    ...toBannerBlocks(choices),
    ...(isCalling(choices) ? [toCallBlock(choices)] : []),
    ...(choices.lists.length > 0 && hasTag(choices) ? [toFormBlock(choices)] : []),
  ]
}

/** Lines for the shop's own template, if the page does not say everything by itself. */
function toTemplateLines(choices: Choices): Block[] {
  const { templateLine: line } = findRecipe(choices) ?? {}
  if (!line) return []
  const about = `Paste it into \`${line.file}\`, ${line.place}: the page does not say this by itself.`
  const block: Block = { id: 'template-line', title: 'Line for the template', text: line.line, about }
  const needed = (line.needs ?? []).map(({ line: text, file, place }, index) => ({
    id: `needed-line${index || ''}`,
    title: `Line for ${file.split('/').at(-1)}`,
    text,
    about: `Paste it into \`${file}\`, ${place}.`,
  }))
  return [...needed, block] // what the line prints comes from the others
}

const STUB_BLOCK: Block = {
  id: 'stub',
  title: 'Line before the tag',
  text: toStub(),
  about:
    'Paste it before the script tag and before the first call. It keeps calls that are made before the script has loaded.',
}

const KEEPS_ORDERS = 'Its first line keeps orders if the script itself cannot be loaded.'
const KEEPS_CALLS =
  'If the script itself cannot be loaded, its first line keeps calls, but not an order that only the page shows.'

function toTagBlock(choices: Choices, snippet: SnippetFile, known?: Known): Block {
  const { paste = 'into the `<head>` of every page' } = findRecipe(choices) ?? {}
  const isOfPage = toSettings(choices).convertOn === 'load' // the keeper reads calls and the data layer, not the page
  const keeper = usesKeeper(choices, known) ? (isOfPage ? KEEPS_CALLS : KEEPS_ORDERS) : ''
  const update = isPinned(choices)
    ? 'The browser refuses a file with another hash. The proxy serves this version for a year: change the tag when it has a newer one.'
    : 'It stays as it is when the proxy is updated.'
  return {
    id: 'tag',
    title: 'Script tag',
    text: toTagLines(choices, snippet, known),
    about: `Paste it ${paste}. ${keeper} ${update}`.replace('  ', ' '),
  }
}

/** The script for the consent banner; none if the tag hears the banner by itself. */
function toBannerBlocks(choices: Choices): Block[] {
  const script = findBannerScript(choices)
  if (!script || !hasTag(choices)) return []
  return [
    {
      id: 'banner-script',
      title: 'Script that hears the banner',
      text: `<script>\n${script}\n</script>`,
      about: `Paste it on every page, behind the script tag and behind the banner’s own. ${findBanner(choices)?.platform} answers to scripts only. Under a Content-Security-Policy it needs your nonce, or the hash that the browser’s console names.`,
    },
  ]
}

const toCallBlock = (choices: Choices): Block => ({
  id: 'call',
  title: 'Your call',
  text: toCall(choices),
  about: findRecipe(choices)
    ? `Paste it ${toScriptPlace(choices)}. It takes the order from the place where this shop system keeps it.`
    : 'Call it when the order is confirmed, with your own values. Amounts are whole cents: hundredths of the unit in every currency.',
})

function toScriptPlace(choices: Choices): string {
  const recipe = findRecipe(choices)
  return recipe && 'scriptPlace' in recipe ? recipe.scriptPlace : 'behind the script tag'
}

const toFormBlock = (choices: Choices): Block => ({
  id: 'marked-form',
  title: 'Attribute of the sign-up form',
  text: toFormMarks(choices),
  about: `An attribute for your \`<form>\`${choices.lists.length > 1 ? ', one for each list' : ''}. With \`data-add-to-list-if="selector"\` beside it, the form is read only if that box is checked.`,
})

const toTemplateBlock = ({ files }: SnippetFile): Block => ({
  id: 'template',
  title: 'template.tpl',
  text: files['template.tpl'],
  about: 'The tag template. Download it, and import it in Tag Manager.',
  file: 'template.tpl',
})

const toShopifyBlocks = (choices: Choices, snippet: SnippetFile): Block[] => [
  {
    id: 'theme-snippet',
    title: 'ringup.liquid',
    text: snippet.files['ringup.liquid'],
    about: 'The theme’s snippet. It marks the newsletter forms by itself.',
    file: 'ringup.liquid',
  },
  {
    id: 'theme',
    title: 'Line for the theme',
    text: toThemeLine(choices),
    about: 'Paste it into `layout/theme.liquid`, before `</head>`.',
  },
  {
    id: 'pixel',
    title: 'custom-pixel.js',
    text: toPixel(choices, snippet),
    about:
      'The pixel, with your settings in its first lines. Customers who tick the box for offers at checkout are added to the list.',
    file: 'custom-pixel.js',
  },
]

/** The sources for a page with a policy. */
export const toPolicyBlock = (choices: Choices, snippet: SnippetFile): Block => ({
  id: 'policy',
  title: 'Content-Security-Policy',
  text: toPolicy(choices, snippet),
  about:
    "Add these sources to the two directives of your policy. Without a policy nothing is needed. A directive with the shop’s own address or `'self'` already lets the same address in. With nonces, put yours on the tag.",
})
