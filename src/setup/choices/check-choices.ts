/** Finds errors in the addresses and lists, by field. The proxy checks its own settings when it starts. */
import { LIST_PATTERN } from '../../contract/limits.js'
import type { List } from '../known.js'
import { type Choices, toPlatform } from './choices.js'

const isWeb = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** The fields that can be wrong. */
export type CheckedField = 'origin' | 'endpoint' | 'myshopify' | 'apiUrl' | 'lists'

/** @param choices settled. @returns a sentence for each field; `''` if nothing is wrong */
export function checkChoices(choices: Choices): Record<CheckedField, string> {
  const { origin, myshopify, apiUrl, lists } = choices
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
    lists: lists.map(toListError).find(Boolean) ?? toTwinError(lists),
  }
}

function toListError({ name, id }: List): string {
  if (!LIST_PATTERN.test(name))
    return `The list’s name ${name ? `“${name}” ` : ''}needs a–z, 0–9 and dashes, 64 at most.`
  return id ? '' : `The list ${name} needs the API’s own ID.`
}

function toTwinError(lists: List[]): string {
  const twin = lists.find(({ name }, index) => lists.findIndex((each) => each.name === name) !== index)
  return twin ? `Two lists have the name ${twin.name}.` : ''
}

function toEndpointError(choices: Choices): string {
  const { endpoint, origin } = choices
  const { origin: host = '', pathname = '' } = isWeb(endpoint) ? new URL(endpoint) : {}
  // A query, a name and password, or capitals make the parsed address another.
  if (host + pathname !== endpoint || !/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(pathname)) {
    return 'An address with a path, such as https://shop.example/ringup.'
  }
  if (toPlatform(choices) === 'shopify' && host === origin) {
    return 'On Shopify no path of the shop’s own domain can lead to the proxy: use a subdomain, such as https://events.shop.example/ringup.'
  }
  return ''
}
