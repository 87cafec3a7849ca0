/** Groups the items of a stream, because handling each alone costs too much. */

/** Yields groups of `size` items; the last may be smaller. It reads only as fast as the caller. */
export async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    if (group.push(item) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
