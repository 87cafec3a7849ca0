/** Checks a Postgres server before a proxy starts, without a change. */
import pg from 'pg'
import { isLoopback } from '../../../network-cause.js'
import { connect } from '../../../queue/store/postgres.js'

/** Whether the connection is neither encrypted nor on this machine. */
export function isOpen(url: string): boolean {
  const { ssl, host } = new pg.Client({ connectionString: url })
  return !ssl && !isLoopback(host) && !host.startsWith('/')
}

/** @throws Error in a sentence */
export async function inspect(url: string, schema = 'ringup') {
  const store = connect(url, { schema })
  try {
    const [found] = await store.read(({ ask }) =>
      ask<{ there: boolean; may: boolean; fsync: string }>(INSPECT, [`"${schema}".meta`, `"${schema}"`, schema]),
    )
    return { isThere: found?.there ?? false, mayMake: found?.may ?? false, isDurable: found?.fsync === 'on' }
  } catch (error) {
    const remedy = Object(error).code === 'tls' ? ` ${ON_THIS_MACHINE}` : ''
    throw new Error(`The database ${store.place} of RINGUP_DATABASE cannot be used: ${toMessage(error)}.${remedy}`)
  } finally {
    await store.close()
  }
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : error)

const ON_THIS_MACHINE = 'If it runs on this machine, let RINGUP_DATABASE end with ?sslmode=disable.'

const INSPECT = `
  SELECT pg_catalog.to_regclass(?1) IS NOT NULL AS there,
    CASE WHEN pg_catalog.to_regnamespace(?2) IS NULL
      THEN pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
      ELSE pg_catalog.has_schema_privilege(?3, 'CREATE') END AS may,
    pg_catalog.current_setting('fsync') AS fsync`
