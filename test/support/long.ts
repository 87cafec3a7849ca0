/** What takes long or depends on luck: `npm test` has a little of it, `npm run test:long` has it in full. */
export const isLong = process.env.LONG === '1'

/** How often a test repeats itself. */
export const toRounds = (usual: number, long: number): number => (isLong ? long : usual)

/** A limit to what hangs, not a measure: a round takes a second or two. */
export const toLimitMs = (rounds: number): number => 600_000 + rounds * 30_000

/** How often something is killed: as many times as `.ci/kill` says. */
export const toKillRounds = (usual: number): number => Number(process.env.KILL_ROUNDS ?? toRounds(usual, 200))
