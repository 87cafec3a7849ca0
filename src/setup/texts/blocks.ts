/** What there is to copy, with what is to be said about it. */
import type { CheckedField } from '../choices/check-choices.js'
import { type Choices, toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import { toEnvironment } from './environment.js'
import { type DataRead, toInventory } from './inventory.js'
import { isChecked, type SnippetFile } from './script.js'
import { toPixelSettings, toSteps, toThemeLine } from './steps.js'
import { toCall, toFormMark, toPolicy, toStub, toTag, usesStub } from './tag.js'

export interface Block {
  id: string
  title: string
  text: string
  /** Sentences; what stands in backticks is code. */
  about: string
  /** Fields of step 2 that stand in the text: while one of them is wrong there is nothing to copy. */
  needs: CheckedField[]
}

/** What goes onto the page: the tag, and what some pages need beside it. */
export function toPageBlocks(choices: Choices, snippet: SnippetFile): Block[] {
  const recipe = findRecipe(choices)
  const line = recipe?.templateLine
  return [
    ...toPlatformBlocks(choices, snippet),
    ...(line
      ? [
          {
            id: 'template-line',
            title: 'Line for the template',
            text: line.line,
            about: `Paste it ${line.place}, in \`${line.file}\`: the page does not say this by itself.`,
            needs: [],
          },
        ]
      : []),
    ...(usesStub(choices) ? [STUB_BLOCK] : []),
    ...(isChecked(choices) ? [toTagBlock(choices, snippet)] : []),
    ...(usesStub(choices) ? [toCallBlock(choices)] : []),
    ...(choices.list && isChecked(choices) ? [toFormBlock(choices)] : []),
  ]
}

const STUB_BLOCK: Block = {
  id: 'stub',
  title: 'Line before the tag',
  text: toStub(),
  about:
    'Keeps the calls that are made before the script has loaded. It goes before the script tag and before the first call.',
  needs: [],
}

function toTagBlock(choices: Choices, snippet: SnippetFile): Block {
  const { paste = 'into the `<head>` of every page' } = findRecipe(choices) ?? {}
  return {
    id: 'tag',
    title: 'Script tag',
    text: toTag(choices, snippet),
    about: `Paste it ${paste}. A page also sends what another had to leave behind. ${snippet.brotliBytes.toLocaleString('en')} bytes compressed. The browser refuses the file when its hash is another, so change the tag together with the proxy: a new version has a new name and a new hash.`,
    needs: ['origin', 'endpoint'],
  }
}

const toCallBlock = (choices: Choices): Block => ({
  id: 'call',
  title: 'Your call',
  text: toCall(choices),
  about: findRecipe(choices)
    ? 'Behind the script tag. It takes the order from where this shop system keeps it.'
    : 'Where the order is confirmed, with your own values. Amounts are whole cents: hundredths of the unit in every currency.',
  needs: [],
})

const toFormBlock = (choices: Choices): Block => ({
  id: 'marked-form',
  title: 'Attribute of the sign-up form',
  text: toFormMark(choices),
  about:
    'An attribute for your `<form>`. With `data-add-to-list-if="selector"` beside it the form is read only when the box of that selector is checked.',
  needs: ['list'],
})

/** For the tag manager and for Shopify. */
function toPlatformBlocks(choices: Choices, snippet: SnippetFile): Block[] {
  const platform = toPlatform(choices)
  const steps = toSteps[platform](choices, snippet)
  const isShopify = platform === 'shopify'
  const all: (Block | false)[] = [
    steps !== undefined && {
      id: 'steps',
      title: 'What to do there',
      text: steps,
      about: isShopify
        ? 'The line and the settings that it speaks of stand below.'
        : 'What stands below on the server belongs elsewhere: the policy to the web server, the settings to the proxy.',
      needs: ['endpoint', 'list'],
    },
    isShopify && {
      id: 'theme',
      title: 'Line for the theme',
      text: toThemeLine(choices),
      about: 'Into `layout/theme.liquid`. It marks the theme’s newsletter forms by itself.',
      needs: ['endpoint', 'list'],
    },
    isShopify && {
      id: 'pixel',
      title: 'Settings of the pixel',
      text: toPixelSettings(choices),
      about: 'The first lines of `custom-pixel.js`. The list is for who ticks the box for offers at checkout.',
      needs: ['endpoint', 'list'],
    },
  ]
  return all.filter((block) => block !== false)
}

/** What goes onto the server, and into the folder of the security officer. */
export function toServerBlocks(choices: Choices, snippet: SnippetFile, read: DataRead): Block[] {
  const isShopify = toPlatform(choices) === 'shopify'
  return [
    ...(isShopify ? [] : [toPolicyBlock(choices, snippet)]),
    {
      id: 'environment',
      title: 'Settings of the proxy',
      text: toEnvironment(choices, read.signUp),
      about:
        'A file such as `/etc/ringup.env`, read when the proxy starts. The two empty lines are secrets: fill them in on the server, nowhere else.',
      needs: ['origin', 'endpoint', 'myshopify', 'apiUrl', 'list', 'listId'],
    },
    {
      id: 'inventory',
      title: 'Entry for PCI DSS 6.4.3',
      text: toInventory(choices, snippet, read),
      about:
        'For the inventory of payment page scripts, needed where the tag is on a page that takes payments. Fill in who authorised it.',
      needs: ['origin', 'endpoint'],
    },
  ]
}

const toPolicyBlock = (choices: Choices, snippet: SnippetFile): Block => ({
  id: 'policy',
  title: 'Content-Security-Policy',
  text: toPolicy(choices, snippet),
  about:
    'Add these sources to the two directives of the policy you have; without a policy nothing is needed. A directive that has the shop’s own address or `’self’` already lets the same address in. With nonces, put yours on the tag.',
  needs: ['origin', 'endpoint'],
})
