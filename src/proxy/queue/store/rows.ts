/** Runs one statement for many rows, because a statement costs more than most of its rows. */
import type { Transaction } from './index.js'

interface RowsSql {
  /** `:rows` is the place of the rows. */
  sql: string
  /** One row, with its own ?1, ?2 … */
  row: string
}

const texts = new Map<string, Map<number, string>>()

/**
 * @param rows the values of each row for ?1, ?2 …, all of the same length
 * @returns the answers of all statements
 */
export async function askRows<Row>(
  { ask, dialect }: Pick<Transaction, 'ask' | 'dialect'>,
  statement: RowsSql,
  rows: unknown[][],
): Promise<Row[]> {
  const answers: Row[] = []
  for (let from = 0; from < rows.length; ) {
    const count = dialect.toRowsAtOnce(rows.length - from, rows[from]?.length ?? 1)
    const values = rows.slice(from, from + count).flat()
    for (const answer of await ask<Row>(toText(statement, count, values.length / count), values)) answers.push(answer)
    from += count
  }
  return answers
}

function toText(statement: RowsSql, count: number, width: number): string {
  const known = texts.get(statement.sql) ?? new Map<number, string>()
  texts.set(statement.sql, known)
  const text = known.get(count) ?? statement.sql.replace(':rows', () => toRows(statement.row, count, width))
  known.set(count, text)
  return text
}

function toRows(row: string, count: number, width: number): string {
  const toRow = (_: unknown, place: number) => row.replace(/\?(\d+)/g, (_, name) => `?${place * width + Number(name)}`)
  return Array.from({ length: count }, toRow).join(', ')
}

/** Leaves out the columns of a row that are null. */
export function dropNulls<Row extends object>(row: Row) {
  const present = Object.entries(row).filter(([, value]) => value !== null)
  return Object.fromEntries(present) as { [Name in keyof Row]?: NonNullable<Row[Name]> } // these are not null
}
