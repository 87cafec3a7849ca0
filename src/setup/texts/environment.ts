/** The lines of `ringup.env` that depend on the shop. `ringup init` writes the others, with a key. */
import { type Choices, toPlatform } from '../choices/choices.js'

export function toEnvironment(choices: Choices, signUpFields: string[]): string {
  const { origin, myshopify, apiUrl, list, listId, endpoint } = choices
  const isShopify = toPlatform(choices) === 'shopify'
  const more = signUpFields.filter((field) => field !== 'email')
  const isUsual = more.every((field) => field === 'first_name' || field === 'last_name')
  const path = URL.canParse(endpoint) ? new URL(endpoint).pathname.replace(/\/+$/, '') : ''
  return [
    `RINGUP_API_URL=${apiUrl}`,
    ...(isShopify ? ['# Every address the shop is opened under'] : []),
    `RINGUP_ORIGINS=${[origin, ...(isShopify ? [`https://${myshopify}`] : [])].join(',')}`,
    ...(list ? [`RINGUP_LISTS=${JSON.stringify({ [list]: { id: listId, ...(!isUsual && { fields: more }) } })}`] : []),
    ...(path && path !== '/ringup' ? [`RINGUP_PATH=${path}`] : []),
    ...(isShopify
      ? [
          '# The pixel runs in a sandboxed frame, which has no origin',
          'RINGUP_ALLOW_OPAQUE_ORIGIN=1',
          '# Stands below the webhooks in Settings, Notifications, Webhooks; leave out this line without a webhook',
          'RINGUP_SHOPIFY_SECRET=',
        ]
      : []),
  ].join('\n')
}
