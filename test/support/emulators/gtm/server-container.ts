/** A small emulator of a server container: fires a tag of the template for one event, and says what came of it. */
import { createGuard } from './permissions.js'
import { createRequire } from './sandbox.js'
import { createServerApis, type SentRequest, type ServerWorld } from './server-sandbox.js'
import { fillIn, type Permission, type Template } from './template.js'

export interface Fired {
  told: 'success' | 'failure'
  logged: string[]
}

/**
 * @param fields what the merchant fills in; all else is as the template has it by default
 * @param send how its requests are answered; by the network unless another is given
 */
export function fireServerTag(
  { code, parameters, permissions }: Template,
  fields: { endpoint: string; [name: string]: unknown },
  eventData: Record<string, unknown>,
  send: ServerWorld['send'] = sendByNetwork,
): Promise<Fired> {
  const logged: string[] = []
  const guard = createGuard(narrow(permissions, fields.endpoint), 'SERVER')
  const log = (...values: unknown[]) => void logged.push(values.join(' '))
  const require = createRequire(createServerApis({ eventData, send, log, isAllowed: guard.isAllowed }), guard)
  const run = new Function('require', 'data', `'use strict';\n${code}`)
  return new Promise((resolve) => {
    const tell = (told: Fired['told']) => () => resolve({ told, logged })
    run(require, {
      ...fillIn(parameters, fields),
      gtmOnSuccess: tell('success'),
      gtmOnFailure: tell('failure'),
    })
  })
}

/** Allows the proxy and nothing else, as merchants are told; by http, since tests have no certificate. */
const narrow = (permissions: Permission[], endpoint: string): Permission[] =>
  permissions.map(({ name, param }) => ({ name, param: name === 'send_http' ? { ...param, urls: [endpoint] } : param }))

async function sendByNetwork({ url, method, headers, body, timeoutMs }: SentRequest) {
  const answer = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) })
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}
