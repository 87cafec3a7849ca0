/** Starts the proxy, and stops it on a signal. */
import type { Command } from 'commander'
import { startProxy } from '../../run/node.js'
import { readSettings } from '../../settings.js'
import { say } from './print.js'

export function addProxy(program: Command) {
  program.command('proxy').description('start the proxy; its settings come from the environment').action(runProxy)
}

async function runProxy() {
  const stop = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  const settings = readSettings(process.env)
  const proxy = await startProxy(settings)
  say(`Ringup listens on ${proxy.url}${settings.path} and forwards to ${settings.apiUrl}. Ctrl+C stops it.`)
  say(`Health and metrics are on ${proxy.adminUrl}/health and ${proxy.adminUrl}/metrics.`)
  say(`The operator’s page is on ${proxy.adminUrl}/.`)
  await stop
  await proxy.stop()
  process.exit(0)
}
