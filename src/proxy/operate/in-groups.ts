/** Items that are handled together, where one at a time would cost too much each. */

/** @returns so many at once, the last ones fewer, read as fast as they are taken */
export async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    if (group.push(item) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
