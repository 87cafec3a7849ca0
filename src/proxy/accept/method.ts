import type { Guard } from './context.js'

/** Events come by POST. */
export const checkMethod: Guard = ({ request }) => (request.method === 'POST' ? undefined : { code: 'method' })
