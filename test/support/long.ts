/** Sizes of tests that take long or depend on chance: few rounds in `npm test`, all in `npm run test:long`. */
export const isLong = process.env.LONG === '1'

/** The rounds of a test. */
export const toRounds = (usual: number, long: number): number => (isLong ? long : usual)

/** Ends a test that hangs. A round takes one or two seconds, so this does not measure speed. */
export const toLimitMs = (rounds: number): number => 600_000 + rounds * 30_000

/** The kills of a test, as `.ci/kill` sets them. */
export const toKillRounds = (usual: number): number => Number(process.env.KILL_ROUNDS ?? toRounds(usual, 200))
