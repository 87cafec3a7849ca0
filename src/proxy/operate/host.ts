/** Checks the name by which the operator's port is asked. */
import { isIP } from 'node:net'

/**
 * A page of another site may have its own name lead to this machine (DNS rebinding), and then read what is here; but its name
 * stays in `Host`, where no such page can have an address.
 */
export const isOwnHost = (host: string, names: string[]): boolean =>
  host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0 || names.includes(host)
