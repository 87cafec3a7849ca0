/** Checks the host name in a request to the operator's port. */
import { isIP } from 'node:net'

/**
 * A page of another site may let its own name lead to this machine (DNS rebinding), and read this port. Its name is then in `Host`, so
 * only addresses, `localhost` and the names of RINGUP_ADMIN_NAMES are allowed.
 */
export const isOwnHost = (host: string, names: string[]): boolean =>
  host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0 || names.includes(host)
