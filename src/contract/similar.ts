/** Guesses which known name was meant by an unknown one. */

/** The share of a name that may be wrong: one letter in three. */
const MAX_WRONG_SHARE = 1 / 3
/** Longer than any known name. A longer text is not a misspelling, so it is not compared letter by letter. */
const MAX_LENGTH = 64

/** @returns the nearest of `known`; undefined if none is similar */
export function findSimilar(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const ranked = known
    .map((other) => ({ other, share: countEdits(name, other) / Math.max(name.length, other.length, 1) }))
    .sort((a, b) => a.share - b.share)
  return ranked[0] && ranked[0].share <= MAX_WRONG_SHARE ? ranked[0].other : undefined
}

/** Counts the edits between two names (Levenshtein's distance): letters to insert, delete or replace. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
