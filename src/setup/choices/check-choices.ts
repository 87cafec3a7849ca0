/** What is wrong under “Addresses”, by field. The proxy's own settings say the rest when it starts. */
import { LIST_PATTERN } from '../../contract/limits.js'
import { type Choices, toPlatform } from './choices.js'

const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** The fields that can be wrong. */
export type CheckedField = 'origin' | 'endpoint' | 'myshopify' | 'apiUrl' | 'list' | 'listId'

/** `''` where nothing is wrong. */
export function checkChoices(choices: Choices): Record<CheckedField, string> {
  const { origin, myshopify, apiUrl, list, listId } = choices
  const isShopify = toPlatform(choices) === 'shopify'
  return {
    origin:
      isWeb(origin) && new URL(origin).origin === origin
        ? ''
        : 'An origin such as https://shop.example: no path, and small letters.',
    endpoint: toEndpointError(choices),
    myshopify:
      !isShopify || /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(myshopify)
        ? ''
        : 'A host such as your-shop.myshopify.com, without https://.',
    apiUrl:
      isWeb(apiUrl) && !/[?#]/.test(apiUrl)
        ? ''
        : 'An https address such as https://api.example.com/v1/shop, without a query.',
    list: !list || LIST_PATTERN.test(list) ? '' : 'Only a–z, 0–9 and dashes, 64 at most.',
    listId: !list || listId ? '' : 'The API’s own ID of this list is needed.',
  }
}

function toEndpointError(choices: Choices): string {
  const { endpoint, origin } = choices
  const { origin: host = '', pathname = '' } = isWeb(endpoint) ? new URL(endpoint) : {}
  // Written out again it is another where it has a query, a name and password, or capitals.
  if (host + pathname !== endpoint || !/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(pathname)) {
    return 'An address with a path, such as https://shop.example/ringup.'
  }
  if (toPlatform(choices) === 'shopify' && host === origin) {
    return 'On Shopify no path of the shop’s own domain can lead to the proxy: use a subdomain, such as https://events.shop.example/ringup.'
  }
  return ''
}
