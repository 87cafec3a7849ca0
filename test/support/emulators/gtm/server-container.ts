/** A small emulator of a server container. It fires a tag of the template for one event and returns the result. */
import { createGuard } from './permissions.js'
import { createRequire } from './sandbox.js'
import { createServerApis, type SentRequest, type ServerWorld } from './server-sandbox.js'
import { fillIn, type Permission, type Template } from './template.js'

export interface Fired {
  result: 'success' | 'failure'
  logged: string[]
}

/**
 * @param fields the fields that the merchant fills in; all others have the template's defaults
 * @param send answers its requests; the network by default
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
    const report = (result: Fired['result']) => () => resolve({ result, logged })
    run(require, {
      ...fillIn(parameters, fields),
      gtmOnSuccess: report('success'),
      gtmOnFailure: report('failure'),
    })
  })
}

/** Allows the proxy only, as our guide recommends, and by http, because tests have no certificate. */
const narrow = (permissions: Permission[], endpoint: string): Permission[] =>
  permissions.map(({ name, param }) => ({ name, param: name === 'send_http' ? { ...param, urls: [endpoint] } : param }))

async function sendByNetwork({ url, method, headers, body, timeoutMs }: SentRequest) {
  const answer = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) })
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}
