/** What there is to copy, with what is to be said about it. */
import { findBanner, findBannerScript } from '../choices/banners.js'
import type { CheckedField } from '../choices/check-choices.js'
import { type Choices, toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import { toEnvironment } from './environment.js'
import { type DataRead, toInventory } from './inventory.js'
import { isChecked, isPinned, type SnippetFile } from './script.js'
import { toPixel, toSteps, toThemeLine } from './steps.js'
import { hasCall, toCall, toFormMark, toPolicy, toStub, toTag, usesStub } from './tag.js'

export interface Block {
  id: string
  title: string
  text: string
  /** Sentences; what stands in backticks is code. */
  about: string
  /** Fields under “Addresses” that stand in the text: while one of them is wrong there is nothing to copy. */
  needs?: CheckedField[]
  /** Name under which it is downloaded. */
  file?: string
  /** Too long to be looked at: it is there to be copied and downloaded. */
  isFile?: true
  /** Needed by few: folded up until somebody asks. */
  isFolded?: true
}

/** What goes onto the page: the tag, and what some pages need beside it. */
export function toPageBlocks(choices: Choices, snippet: SnippetFile): Block[] {
  return [
    ...toPlatformBlocks(choices, snippet),
    ...toTemplateLines(choices),
    ...(usesStub(choices) ? [STUB_BLOCK] : []),
    ...(isChecked(choices) ? [toTagBlock(choices, snippet)] : []),
    ...toBannerBlocks(choices),
    ...(hasCall(choices) ? [toCallBlock(choices)] : []),
    ...(choices.list && isChecked(choices) ? [toFormBlock(choices)] : []),
  ]
}

/** What goes into the shop's own template, where the page does not say everything by itself. */
function toTemplateLines(choices: Choices): Block[] {
  const { templateLine: line } = findRecipe(choices) ?? {}
  if (!line) return []
  const about = `Paste it into \`${line.file}\`, ${line.place}: the page does not say this by itself.`
  const block: Block = { id: 'template-line', title: 'Line for the template', text: line.line, about }
  if (!line.needs) return [block]
  const { line: text, file, place } = line.needs
  return [
    block,
    { id: 'needed-line', title: 'What that line needs', text, about: `Paste it into \`${file}\`, ${place}.` },
  ]
}

const STUB_BLOCK: Block = {
  id: 'stub',
  title: 'Line before the tag',
  text: toStub(),
  about:
    'Keeps the calls that are made before the script has loaded. It goes before the script tag and before the first call.',
}

function toTagBlock(choices: Choices, snippet: SnippetFile): Block {
  const { paste = 'into the `<head>` of every page' } = findRecipe(choices) ?? {}
  return {
    id: 'tag',
    title: 'Script tag',
    text: toTag(choices, snippet),
    about: `Paste it ${paste}. Each page that has it also sends what an earlier page could not. ${isPinned(choices) ? 'The browser refuses the file when its hash is another. The proxy serves this version for a year: change the tag when it has a newer one.' : 'It stays as it is when the proxy is updated.'}`,
    needs: ['origin', 'endpoint'],
  }
}

/** The script for the consent banner; none where the tag hears the banner by itself. */
function toBannerBlocks(choices: Choices): Block[] {
  const script = findBannerScript(choices)
  if (!script || !isChecked(choices)) return []
  return [
    {
      id: 'banner-script',
      title: 'Script that hears the banner',
      text: `<script>\n${script}\n</script>`,
      about: `${findBanner(choices)?.platform} answers to scripts only. Behind the script tag and behind the banner’s own, on every page. Under a Content-Security-Policy it needs your nonce, or the hash that the browser’s console names.`,
    },
  ]
}

const toCallBlock = (choices: Choices): Block => ({
  id: 'call',
  title: 'Your call',
  text: toCall(choices),
  about: findRecipe(choices)
    ? 'Behind the script tag. It takes the order from where this shop system keeps it.'
    : 'Where the order is confirmed, with your own values. Amounts are whole cents: hundredths of the unit in every currency.',
})

const toFormBlock = (choices: Choices): Block => ({
  id: 'marked-form',
  title: 'Attribute of the sign-up form',
  text: toFormMark(choices),
  about:
    'An attribute for your `<form>`. With `data-add-to-list-if="selector"` beside it the form is read only when the box of that selector is checked.',
  needs: ['list'],
})

/** What goes into the admin of the tag manager or of Shopify. */
function toPlatformBlocks(choices: Choices, snippet: SnippetFile): Block[] {
  const steps = toSteps[toPlatform(choices)](choices, snippet)
  if (steps === undefined) return []
  const isShopify = toPlatform(choices) === 'shopify'
  const title = `What to do in ${isShopify ? 'Shopify’s admin' : 'Tag Manager'}`
  return [
    { id: 'steps', title, text: steps, about: STEPS_ABOUT, needs: ['endpoint', 'list'] },
    ...(isShopify ? toShopifyBlocks(choices, snippet) : [toTemplateBlock(snippet)]),
  ]
}

const STEPS_ABOUT = 'All that it mentions is below.'

const toTemplateBlock = ({ files }: SnippetFile): Block => ({
  id: 'template',
  title: 'template.tpl',
  text: files['template.tpl'],
  about: 'The tag template. Download it, and import it in Tag Manager.',
  file: 'template.tpl',
  isFile: true,
})

const toShopifyBlocks = (choices: Choices, snippet: SnippetFile): Block[] => [
  {
    id: 'theme-snippet',
    title: 'ringup.liquid',
    text: snippet.files['ringup.liquid'],
    about: 'The theme’s snippet: it marks the newsletter forms by itself.',
    file: 'ringup.liquid',
    isFile: true,
  },
  {
    id: 'theme',
    title: 'Line for the theme',
    text: toThemeLine(choices),
    about: 'Into `layout/theme.liquid`, before `</head>`.',
    needs: ['endpoint', 'list'],
  },
  {
    id: 'pixel',
    title: 'custom-pixel.js',
    text: toPixel(choices, snippet),
    about:
      'The pixel, with your settings in its first lines. Customers who tick the box for offers at checkout go on the list.',
    needs: ['endpoint', 'list'],
    file: 'custom-pixel.js',
    isFile: true,
  },
]

/** What goes onto the server, and into the folder of the security officer. */
export function toServerBlocks(choices: Choices, snippet: SnippetFile, read: DataRead): Block[] {
  const isShopify = toPlatform(choices) === 'shopify'
  return [
    {
      id: 'environment',
      title: 'Lines of ringup.env',
      text: toEnvironment(choices, read.signUp),
      about:
        'Put these lines in the place of the same lines of `ringup.env`, which `ringup init` wrote on the server with a key, and restart the proxy. Fill in an empty line there, nowhere else: it is a secret.',
      needs: ['origin', 'endpoint', 'myshopify', 'apiUrl', 'list', 'listId'],
    },
    ...(isShopify ? [] : [toPolicyBlock(choices, snippet)]),
    {
      id: 'inventory',
      title: 'Entry for PCI DSS 6.4.3',
      text: toInventory(choices, snippet, read),
      about: 'For the inventory of scripts, where the tag is on a page that takes payments. Fill in who authorised it.',
      needs: ['origin', 'endpoint'],
      file: 'pci-dss-6.4.3.txt',
      isFolded: true,
    },
  ]
}

const toPolicyBlock = (choices: Choices, snippet: SnippetFile): Block => ({
  id: 'policy',
  title: 'Content-Security-Policy',
  text: toPolicy(choices, snippet),
  about:
    "Add these sources to the two directives of the policy you have; without a policy nothing is needed. A directive that has the shop’s own address or `'self'` already lets the same address in. With nonces, put yours on the tag.",
  needs: ['origin', 'endpoint'],
  isFolded: true,
})
