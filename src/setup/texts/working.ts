/** The last step: is it working? What to look at, from the page to the API. */
import { type Choices, toPlatform } from '../choices/choices.js'

export interface Look {
  title: string
  /** What is right, and what to do when it is not. Backticks are code. */
  text: string
  /** A command to copy. */
  command?: string
}

export function toLooks(choices: Choices): Look[] {
  const platform = toPlatform(choices)
  return [
    toFirstLook(choices),
    ...(platform === 'shopify'
      ? []
      : [PANEL[platform === 'tag-manager' && !choices.onPage ? 'box' : choices.debug || 'off']]),
    {
      title: 'In the browser’s developer tools',
      text: `Open them (F12), choose Network, and place a test order. One \`POST\` to \`${choices.endpoint}\` has the status 202: the proxy has it on its disk. 403: add the page’s address to \`RINGUP_ORIGINS\`. 404: the web server does not pass it on to the proxy. No request at all: the order was not read.`,
    },
    ...(platform === 'shopify' ? [] : [toCheckLook(choices)]),
    {
      title: 'On the proxy’s server',
      text: 'What waits there, and what the API has refused, with the reason. Nothing in the list after a test order: the API has it.',
      command: 'node dist/cli.js events list --env-file ringup.env',
    },
  ]
}

function toFirstLook(choices: Choices): Look {
  const { origin, event, onPage } = choices
  const platform = toPlatform(choices)
  if (platform === 'shopify') return IN_SHOPIFY
  if (platform === 'tag-manager' && !onPage)
    return {
      title: 'In Tag Manager’s preview',
      text: `Preview the container, and place a test order. The tag of type Load on every page has fired on each page, the one of type Order once, at the event \`${event}\`. If not: its trigger, or a consent check that holds it.`,
    }
  return {
    title: 'In the page’s source',
    text: `Open \`${origin}\`, and look for \`ringup\` in the source. The tag stands there once, as you have copied it. If not: a cache, or another template.`,
  }
}

const IN_SHOPIFY: Look = {
  title: 'In Shopify’s admin',
  text: 'Settings, Customer events: the pixel Ringup is Connected. With `debug: true` in its first lines the console of the checkout says what becomes of each event.',
}

const PANEL: Record<'ask' | 'box' | 'off', Look> = {
  box: {
    title: 'In the panel',
    text: 'With its box ticked in the tag, under More, a panel opens on pages whose address has `?ringup-debug`. It says what was found, what would be sent, and why something was not.',
  },
  ask: {
    title: 'In the panel',
    text: 'Place a test order, and add `?ringup-debug` to the address of the thank-you page. A badge in the corner says what was found, what would be sent, and why something was not.',
  },
  off: {
    title: 'In the panel',
    text: 'With `data-debug="ask"` on the tag (a box under “Addresses”), a panel opens on pages whose address has `?ringup-debug`. It says what was found, and why something was not sent.',
  },
}

const toCheckLook = ({ origin }: Choices): Look => ({
  title: 'From the command line',
  text: 'Loads a page of the shop as a browser does, and says whether tag, hash, policy and proxy fit together. Take the address of a page that has the tag.',
  command: `node dist/cli.js check --env-file ringup.env --page ${origin}/`,
})
