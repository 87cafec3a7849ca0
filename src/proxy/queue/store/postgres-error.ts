/** Errors of a Postgres server, or of the way to it, by their codes. */
import pg from 'pg'
import { toNetworkCause } from '../../network-cause.js'

const SENTENCES: Record<string, string> = {
  timeout: 'no answer in time',
  '08P01': 'it, or a pooler before it, does not understand',
  '0A000': 'it is a standby, which can only be read',
  '25006': 'it is read-only',
  '28000': 'it does not let in this user, or a connection without TLS',
  '28P01': 'it refuses the user or the password',
  '3D000': 'it has no database with this name',
  '42501': 'this user may not do that there',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '57014': 'it took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it is starting or being stopped',
  tls: 'it has no TLS',
  closed: 'the connection was broken off',
  ENOENT: 'a file that its address names is not there',
}

/** An error by its SQLSTATE or the system's code. It never has Postgres' own words, which quote values. */
export class PostgresError extends Error {
  constructor(readonly code: string) {
    super(`${SENTENCES[code] ?? toNetworkCause(code) ?? 'it failed'} (${code})`)
    this.name = 'PostgresError'
  }
}

/** Codes of a server that is going, or cannot be written: after a failover the address leads to another, connections do not. */
const LEADS_NOWHERE = /^(08|57P|0A000$|25006$)/

/** Whether the server says it, by SQLSTATE; the connection is as good as before. */
export const isOfServer = (error: unknown) => error instanceof pg.DatabaseError && !LEADS_NOWHERE.test(error.code ?? '')

/** Undefined: nothing of Postgres, nor of the way there. */
export function toCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.constructor !== Error) return undefined
  // What pg says in words alone.
  if (/time(d )?out/i.test(error.message)) return 'timeout'
  if (/SSL/.test(error.message)) return 'tls'
  if (/password/.test(error.message)) return '28P01'
  if (/connection|queryable|pool/i.test(error.message)) return 'closed'
  return undefined
}
