import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Finding, warning } from '../../../../contract/finding.js'
import { isLoopback } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'

/** Names that RFC 2606 reserves for examples. */
const EXAMPLE = /(^|\.)example(\.(com|net|org))?$/

/** Warns of settings that work, but perhaps not as intended. */
export function* toWarnings(settings: Settings): Generator<Finding> {
  const { apiUrl, origins } = settings
  for (const [name, urls] of Object.entries({ RINGUP_API_URL: [apiUrl], RINGUP_ORIGINS: origins })) {
    const examples = urls.map((url) => new URL(url).hostname).filter((host) => EXAMPLE.test(host))
    if (examples.length > 0) yield warning(`${name} still names ${examples.join(', ')}, which is only an example.`)
  }
  if (settings.allowOpaqueOrigin) {
    yield warning(
      'RINGUP_ALLOW_OPAQUE_ORIGIN=1: the proxy accepts events from any program, not only from the shop’s pages.',
    )
  }
  const open = settings.origins.filter((origin) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname))
  if (open.length > 0) yield warning(`Pages of ${open.join(', ')} send customers’ data unencrypted.`)
  if (settings.lists.size === 0) yield warning('RINGUP_LISTS is empty: every sign-up is refused.')
  if (settings.trustedHops === 0 && isLoopback(settings.host)) {
    yield warning(
      'RINGUP_TRUSTED_HOPS=0: with a web server in front of the proxy, all shoppers share RINGUP_RATE_PER_IP.',
    )
  }
  if (settings.scripts !== undefined && !canWrite(settings.scripts)) {
    yield warning(
      `RINGUP_SCRIPTS=${settings.scripts} cannot be written: earlier scripts are not served, and the set-up page cannot save. Create the folder for this user.`,
    )
  }
  if (!isLoopback(settings.adminHost)) {
    yield warning(
      `Any machine that reaches ${settings.adminHost}, port ${settings.adminPort}, can read health and metrics.`,
    )
  }
}

/** The proxy creates a missing folder, if the one above it is there. */
function canWrite(folder: string): boolean {
  try {
    accessSync(existsSync(folder) ? folder : dirname(resolve(folder)), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
