/** The lines of `ringup.env` that depend on the shop, without those that the running proxy has. No line is empty, and none is a secret. */
import { type Choices, toPlatform } from '../choices/choices.js'
import type { Known, List } from '../known.js'
import { isSame } from '../settings.js'

/** The fields that a list takes if it names none (src/proxy/environment.ts). */
const USUAL_FIELDS = ['first_name', 'last_name']

/** @param choices settled. @returns `''` if the running proxy has all of it */
export function toEnvironment(choices: Choices, known?: Known): string {
  const { origin, myshopify, apiUrl, lists, endpoint } = choices
  const isShopify = toPlatform(choices) === 'shopify'
  const path = URL.canParse(endpoint) ? new URL(endpoint).pathname.replace(/\/+$/, '') : ''
  const origins = [origin, ...(isShopify ? [`https://${myshopify}`] : [])]
  const taken = known?.origins ?? []
  const isPathKnown = path === (known?.path ?? '/ringup')
  return [
    apiUrl !== known?.apiUrl && `RINGUP_API_URL=${apiUrl}`,
    origins.some((each) => !taken.includes(each)) && `RINGUP_ORIGINS=${[...new Set([...taken, ...origins])].join(',')}`,
    !isSame(toLists(lists), toLists(known?.lists ?? [])) && `RINGUP_LISTS=${JSON.stringify(toLists(lists))}`,
    path && !isPathKnown && `RINGUP_PATH=${path}`,
    // The pixel runs in a sandboxed frame, which has no origin.
    isShopify && !known?.takesOpaqueOrigin && 'RINGUP_ALLOW_OPAQUE_ORIGIN=1',
  ]
    .filter(Boolean)
    .join('\n')
}

const toLists = (lists: List[]) =>
  Object.fromEntries(
    lists.map(({ name, id, fields }) => [name, { id, ...(fields && !isSame(fields, USUAL_FIELDS) && { fields }) }]),
  )
