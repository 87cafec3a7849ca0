import type { Guard } from './visit.js'

/** Browsers send `Origin` with every POST, and no page can forge it: byte-equal to one of the shop's own, or refused. */
export const checkOrigin: Guard = ({ request, settings }) => {
  const origin = request.headers.get('origin')
  if (origin !== null && settings.origins.includes(origin)) return undefined
  return origin === null ? { code: 'origin' } : { code: 'origin', origin }
}
