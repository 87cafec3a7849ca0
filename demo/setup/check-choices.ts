/** What is wrong in step 2, by field. The proxy's own settings say the rest when it starts. */
import { LIST_PATTERN } from '../../src/contract/limits.js'
import type { Choices } from './choices.js'

const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

type Field = 'origin' | 'endpoint' | 'apiUrl' | 'list' | 'listId'

export function checkChoices({ origin, endpoint, apiUrl, list, listId, platform }: Choices): Record<Field, string> {
  return {
    origin:
      isWeb(origin) && new URL(origin).origin === origin
        ? ''
        : 'An origin such as https://shop.example: no path, and small letters.',
    endpoint: toEndpointError(endpoint, origin, platform),
    apiUrl:
      isWeb(apiUrl) && !/[?#]/.test(apiUrl)
        ? ''
        : 'An https address such as https://api.example.com/v1/shop, without a query.',
    list: !list || LIST_PATTERN.test(list) ? '' : 'Only a–z, 0–9 and dashes, 64 at most.',
    listId: !list || listId ? '' : 'The API’s own ID of this list is needed.',
  }
}

function toEndpointError(endpoint: string, origin: string, platform: Choices['platform']): string {
  if (
    !isWeb(endpoint) ||
    !/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(new URL(endpoint).pathname) ||
    /[?#]/.test(endpoint)
  ) {
    return 'An address with a path, such as https://shop.example/ringup.'
  }
  if (platform === 'shopify' && new URL(endpoint).origin === origin) {
    return 'On Shopify no path of the shop’s own domain can lead to the proxy: use a subdomain, such as https://events.shop.example/ringup.'
  }
  return ''
}
