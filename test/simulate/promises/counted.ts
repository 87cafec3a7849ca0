/** The totals are exactly what the tables have: bounds, health and metrics go by them. */
import type { Round } from '../round.js'

export const checkCounted = ({ counted, totals }: Round): string[] =>
  counted === totals ? [] : [`the totals say ${totals}, and there are ${counted}`]
