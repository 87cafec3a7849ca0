/**
 * Customers, their lists and sessions, and a log of each convert request, in SQLite.
 *
 * Fields are stored as JSON, because the contract's schemas define them. libsql also reads the text of a column only up to its
 * first NUL, and JSON escapes it.
 */
import Database from 'libsql'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, type Conversion } from '../../src/contract/conversion.js'
import {
  type ConvertEntry,
  type Fields,
  isRepeat,
  type ListContact,
  type Session,
  type SessionRow,
  splitFields,
  toSession,
  toStored,
} from './records.js'

/** Each call that writes is one transaction. */
export interface Store {
  beginSession(email: string, at: number): Session
  /** Converts the customer's latest session. Returns undefined if the customer or the session does not exist. */
  convert(conversion: Conversion, call: Call): Session | undefined
  /** Logs a convert request that was refused before its customer was looked up. */
  logRefusal(entry: Omit<ConvertEntry, 'session'>): void
  /** `added`: the customer is new on this list. */
  putContact(list: string, contact: Contact): { added: boolean; contact: ListContact }
  readSessions(): Session[]
  /** Reads the fields of each customer. `lists` has the customer's lists with their custom fields. */
  readCustomers(): Fields[]
  readConversions(): ConvertEntry[]
  close(): void
}

type Call = Pick<ConvertEntry, 'at' | 'idempotency_key'>

const TABLES = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS customers (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, fields TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS contacts (
    customer_id INTEGER NOT NULL REFERENCES customers, list_id TEXT NOT NULL, custom_fields TEXT NOT NULL,
    PRIMARY KEY (customer_id, list_id));
  CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers,
    started_at INTEGER NOT NULL, converted_at INTEGER, cart TEXT, cart_items TEXT NOT NULL DEFAULT '[]');
  CREATE INDEX IF NOT EXISTS sessions_by_customer ON sessions (customer_id);
  CREATE TABLE IF NOT EXISTS conversions (id INTEGER PRIMARY KEY, entry TEXT NOT NULL);
`
interface CustomerRow {
  id: number
  email: string
  fields: string
}
interface ContactRow {
  list_id: string
  custom_fields: string
}

/** @throws Error that names the file if it cannot be opened */
export function openStore(file = ':memory:'): Store {
  const database = openDatabase(file)
  const customers = createCustomers(database)
  const sessions = createSessions(database)
  return {
    ...sessions,
    ...customers,
    beginSession: database.transaction((email: string, at: number) => {
      sessions.add(customers.put(email).id, at)
      const session = sessions.readLatest(email)
      if (!session) throw new Error('The new session is not in the database.')
      return session
    }),
    convert: database.transaction(sessions.convert),
    putContact: database.transaction(customers.putContact),
    close: () => void database.close(),
  }
}

function openDatabase(file: string): Database.Database {
  try {
    const database = new Database(file)
    database.exec(TABLES)
    return database
  } catch (error) {
    throw new Error(`The database file ${file} cannot be opened: ${String(error)}`, { cause: error })
  }
}

function createCustomers(database: Database.Database) {
  const add = database.prepare("INSERT INTO customers (email, fields) VALUES (?, '{}') ON CONFLICT DO NOTHING")
  const byEmail = database.prepare('SELECT * FROM customers WHERE email = ?')
  const everyone = database.prepare('SELECT * FROM customers ORDER BY id')
  const setFields = database.prepare('UPDATE customers SET fields = ? WHERE id = ?')
  const lists = database.prepare('SELECT * FROM contacts WHERE customer_id = ? ORDER BY list_id')
  const setContact = database.prepare('INSERT OR REPLACE INTO contacts VALUES (?, ?, ?)')

  function put(email: string): CustomerRow {
    add.run(email)
    const [customer] = rows<CustomerRow>(byEmail, email)
    if (!customer) throw new Error('The new customer is not in the database.')
    return customer
  }

  /** All lists share the customer fields, which are overwritten. Custom fields belong to one list, and are merged. */
  function putContact(list: string, { email, ...sent }: Contact) {
    const { id, fields } = put(email)
    const before = rows<ContactRow>(lists, id).find((contact) => contact.list_id === list)
    const { named, others } = splitFields(Contact, sent)
    const customer = { ...JSON.parse(fields), ...named }
    const custom_fields = { ...JSON.parse(before?.custom_fields ?? '{}'), ...others }
    setFields.run(JSON.stringify(customer), id)
    setContact.run(id, list, JSON.stringify(custom_fields))
    return { added: !before, contact: { customer: { id, email, ...customer }, custom_fields } }
  }

  function readLists(id: number): Fields[] {
    return rows<ContactRow>(lists, id).map(({ list_id, custom_fields }) => {
      return { list_id, custom_fields: JSON.parse(custom_fields) }
    })
  }

  function readCustomers(): Fields[] {
    return rows<CustomerRow>(everyone).map(({ id, email, fields }) => {
      return { id, email, ...JSON.parse(fields), lists: readLists(id) }
    })
  }

  return { put, putContact, readCustomers }
}

function createSessions(database: Database.Database) {
  const select = 'SELECT sessions.*, email FROM sessions JOIN customers ON customers.id = customer_id'
  const insert = database.prepare('INSERT INTO sessions (customer_id, started_at) VALUES (?, ?)')
  const latest = database.prepare(`${select} WHERE email = ? ORDER BY sessions.id DESC LIMIT 1`)
  const everySession = database.prepare(`${select} ORDER BY sessions.id`)
  const update = database.prepare('UPDATE sessions SET converted_at = ?, cart = ?, cart_items = ? WHERE id = ?')
  const addEntry = database.prepare('INSERT INTO conversions (entry) VALUES (?)')
  const everyEntry = database.prepare('SELECT entry FROM conversions ORDER BY id')

  const add = (customer: number, at: number) => insert.run(customer, at)
  const log = (entry: ConvertEntry) => addEntry.run(JSON.stringify(entry))
  const readLatest = (email: string) => rows<SessionRow>(latest, email).map(toSession)[0]

  function convert({ email, cart_data, cart_items = [] }: Conversion, call: Call): Session | undefined {
    const order_number = cart_data?.order_number || null // an empty number is not a number
    const session = readLatest(email)
    const changes = session && !isRepeat(session, order_number)
    if (changes) {
      const cart = cart_data ? JSON.stringify(toStored(CartData, cart_data)) : null
      const items = cart_items.map((item) => toStored(CartItem, item))
      update.run(call.at, cart, JSON.stringify(items), session.id)
    }
    log({ ...call, email, order_number, status: session ? 200 : 404, session: changes ? session.id : null })
    return readLatest(email)
  }

  return {
    add,
    convert,
    readLatest,
    logRefusal: (entry: Omit<ConvertEntry, 'session'>) => void log({ ...entry, session: null }),
    readSessions: () => rows<SessionRow>(everySession).map(toSession),
    readConversions: () => rows<{ entry: string }>(everyEntry).map(({ entry }): ConvertEntry => JSON.parse(entry)),
  }
}

/** Reads rows. libsql does not know the columns of a statement, so each `Row` repeats a table above. */
function rows<Row>(statement: Database.Statement, ...values: unknown[]): Row[] {
  return statement.all(...values) as Row[]
}
