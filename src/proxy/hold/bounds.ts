/** How much the hold takes, how long it keeps what is over, and how long a list is left alone; of every engine. */
const MIB = 1024 * 1024
export const DAY_MS = 86_400_000

export const MOST = { waiting: 50_000, waitingBytes: 200 * MIB, dead: 10_000, deadBytes: 50 * MIB }
/** Of one e-mail, unsigned: more than a customer does, and little enough that a stranger cannot bury one in mail. */
export const MOST_A_DAY = { addToList: 5, convert: 20 }
export const DEAD_LETTERS_KEPT_MS = 14 * DAY_MS
/** No sign-up older than this can still come: 7 days until it is a dead letter, which may be replayed for another 14. */
export const FIELDS_KEPT_MS = 21 * DAY_MS
/** How often a held list is asked for. Also what the event that asks may take, longer than any request. */
export const LIST_PROBE_MS = 60_000
