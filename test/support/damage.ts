/** A file whose disk has lost something. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import Database from 'libsql'

const PAGE_BYTES = 4_096 // SQLite's usual
/** How a page of rows begins (sqlite.org/fileformat2.html, 1.6); others may have copies of the text that nobody reads. */
const LEAF = 13

/**
 * Overwrites the page of the file that has this text, such as an event's id, also for those who have the file open.
 *
 * @returns what puts it back
 */
export function damagePage(file: string, text: string): () => void {
  makeOthersReadAnew(file)
  const bytes = readFileSync(file)
  const starts = Array.from({ length: bytes.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES)
  const toPage = (start: number) => bytes.subarray(start, start + PAGE_BYTES)
  const start = starts.find((each) => bytes[each] === LEAF && toPage(each).includes(text))
  if (start === undefined) throw new Error('No page has this text.')
  const before = toPage(start)
  overwrite(file, start, Buffer.alloc(PAGE_BYTES, 0xff))
  return () => {
    overwrite(file, start, before)
    makeOthersReadAnew(file)
  }
}

/** By a change, after which all is in the file itself. */
function makeOthersReadAnew(file: string) {
  const db = new Database(file)
  db.exec("UPDATE meta SET value = value WHERE name = 'index key'")
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  db.close()
}

function overwrite(file: string, start: number, bytes: Buffer) {
  const opened = openSync(file, 'r+')
  writeSync(opened, bytes, 0, bytes.length, start)
  closeSync(opened)
}
