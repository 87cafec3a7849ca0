/**
 * The one rule for every limit of the proxy: events of a minute, waiting events, dead letters and refused reports.
 *
 * Signed events may use all of a limit, unsigned ones three quarters. Until half of these three quarters is used, any
 * network may use any part. After that, a network that uses a two-hundredth of them gets no more. Fifty networks cannot
 * use up the rest. A network that signs has the same limit once the half is used by anyone, because one signature can be
 * sent again and again.
 */

/** The part of a limit that unsigned events may use. */
const UNSIGNED = 3 / 4
/** The part of the unsigned share up to which networks do not count. */
const FREE = 1 / 2
/** The part of the unsigned share for one network. */
const NETWORK = 1 / 200

/** The use of one limit: in all, by unsigned events, and by the network in question. */
export interface Use {
  all: number
  unsigned: number
  network: number
}

/**
 * Decides whether one more event fits.
 *
 * @param more `size` is 1 where events are counted, else bytes. `isExempt`: the network is unknown, loopback, private, or a back end's
 */
export function hasRoom(limit: number, use: Use, more: { size: number; signed: boolean; isExempt: boolean }): boolean {
  if (use.all + more.size > limit) return false
  const share = limit * UNSIGNED
  if (!more.signed && use.unsigned + more.size > share) return false
  const used = more.signed ? use.all : use.unsigned
  return more.isExempt || used < share * FREE || use.network < share * NETWORK
}
