/**
 * The reason why a server could not be reached, in words that an operator can act on, by the codes of Node and OpenSSL.
 */
const CAUSES: Record<string, string> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  ETIMEDOUT: 'no answer',
  UND_ERR_SOCKET: 'the connection was broken off',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 3 s',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'this machine does not trust its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'this machine does not trust its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'this machine does not trust its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** @returns undefined for any other code */
export const toNetworkCause = (code: string): string | undefined => CAUSES[code]

/** Names the reason of a failed request, as the end of a sentence. */
export function toFetchCause(error: unknown, timeoutMs: number): string {
  const { name, cause = error } = Object(error)
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { code, message } = Object(cause)
  return CAUSES[code] ?? code ?? message ?? 'no answer'
}

export const isLoopback = (host: string) => ['localhost', '::1', '[::1]'].includes(host) || host.startsWith('127.')
