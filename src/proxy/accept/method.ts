import type { Guard } from './context.js'

/** Allows only POST. */
export const checkMethod: Guard = ({ request }) => (request.method === 'POST' ? undefined : { code: 'method' })
