/** Step 6: what there is to copy, and what is to be said about it. */
import type { Choices } from './choices.js'
import { setText, show } from './elements.js'
import {
  CALL_EXAMPLE,
  type DataRead,
  isChecked,
  type SnippetFile,
  toEnvironment,
  toFormMark,
  toInventory,
  toPixelSettings,
  toPolicy,
  toSteps,
  toStub,
  toTag,
  toThemeLine,
  usesStub,
} from './installation.js'

interface Block {
  /** Undefined where there is nothing to copy. */
  text: string | undefined
  about: string
}

export function showTexts(choices: Choices, snippet: SnippetFile, read: DataRead): void {
  for (const [id, { text, about }] of Object.entries(toBlocks(choices, snippet, read))) {
    show(id, text !== undefined)
    setText(`${id}-text`, text ?? '')
    setText(`${id}-about`, about)
  }
}

function toBlocks(choices: Choices, snippet: SnippetFile, read: DataRead): Record<string, Block> {
  const { platform, list } = choices
  const isShopify = platform === 'shopify'
  return {
    steps: {
      text: toSteps[platform](choices, snippet),
      about: 'Everything else below belongs elsewhere: the policy to the web server, the settings to the proxy.',
    },
    stub: {
      text: usesStub(choices) ? toStub() : undefined,
      about:
        'Keeps the calls that are made before the script has loaded. It goes before the script tag and before the first call.',
    },
    tag: {
      text: isChecked(choices) ? toTag(choices, snippet) : undefined,
      about: `Into the <head> of every page: a page sends what another had to leave behind. ${snippet.brotliBytes.toLocaleString('en')} bytes compressed. The browser refuses the file when its hash is another, so change the tag together with the proxy: a new version has a new name and a new hash.`,
    },
    call: {
      text: usesStub(choices) ? CALL_EXAMPLE : undefined,
      about:
        'Where the order is confirmed, with your own values. Amounts are whole cents: hundredths of the unit in every currency.',
    },
    'marked-form': {
      text: list && isChecked(choices) ? toFormMark(choices) : undefined,
      about:
        'An attribute for your <form>. With data-add-to-list-if="selector" beside it the form is read only when the box of that selector is checked.',
    },
    theme: {
      text: isShopify ? toThemeLine(choices) : undefined,
      about: 'Into layout/theme.liquid. It marks the theme’s newsletter forms by itself.',
    },
    pixel: {
      text: isShopify ? toPixelSettings(choices) : undefined,
      about: 'The first lines of custom-pixel.js. The list is for who ticks the box for offers at checkout.',
    },
    policy: {
      text: isShopify ? undefined : toPolicy(choices, snippet),
      about:
        'Add these sources to the two directives of the policy you have; without a policy nothing is needed. A directive that has the shop’s own address or ’self’ already lets the same address in. With nonces, put yours on the tag.',
    },
    environment: {
      text: toEnvironment(choices, read.signUp),
      about:
        'A file such as /etc/ringup.env, read when the proxy starts. The two empty lines are secrets: fill them in on the server, nowhere else.',
    },
    inventory: {
      text: toInventory(choices, snippet, read),
      about:
        'For the inventory of payment page scripts, needed where the tag is on a page that takes payments. Fill in who authorised it.',
    },
  }
}
