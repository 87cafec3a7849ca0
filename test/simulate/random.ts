/** Repeatable random numbers: a seed always gives one sequence. */
export interface Random {
  /** A number from 0 to 1, without 1. */
  next(): number
  /** A whole number, including both ends. */
  whole(from: number, to: number): number
  /** True with this probability. */
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32: 32 bits of state, enough to tell rounds apart. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number], // callers never pass an empty list
  }
}
