/** The customer's e-mail address, wherever the page has it. */
import { settings } from '../settings.js'
import { readLayerEmail, readLayerPath } from './data-layer.js'
import { readRule } from './dom.js'
import { readJsonLd } from './json-ld.js'
import { readPath } from './read-path.js'

export function readEmail(): unknown {
  const { email } = settings
  // Words joined by dots lead into the data layer, anything else is a selector.
  if (email) return /^\w+(\.\w+)*$/.test(email) ? readLayerPath(email) : readRule(document, '', email)
  return (
    readLayerEmail() ??
    readJsonLd()?.email ??
    readPath(window, 'digitalData.user.0.profile.0.profileInfo.email') ??
    readRule(document, '', '[data-ringup=email]')
  )
}
