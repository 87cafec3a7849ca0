/** Starts the proxy, and stops it on a signal. */
import type { Command } from 'commander'
import { startProxy } from '../node.js'
import { readSettings } from '../settings.js'
import { say } from './print.js'

export function addProxy(program: Command) {
  program.command('proxy').description('start the proxy; its settings come from the environment').action(runProxy)
}

async function runProxy() {
  process.once('uncaughtException', endByMistake)
  const stop = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  const settings = readSettings(process.env)
  const proxy = await startProxy(settings)
  say(`Ringup listens on ${proxy.url}${settings.path} and forwards to ${settings.apiUrl}. Ctrl+C stops it.`)
  say(`Health and metrics are on ${proxy.adminUrl}/health and ${proxy.adminUrl}/metrics.`)
  await stop
  await proxy.stop()
  process.exit(0)
}

/** The message of an error may quote what a page sent, so only its name is said, and where it came from. */
function endByMistake({ name, stack = '' }: Error) {
  const place = /^ +at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] ?? 'an unknown place'
  say(`Ringup has made a mistake and ends: ${name} at ${place}. What it had accepted is in its database.`)
  process.exit(1)
}
