#!/usr/bin/env node
/** The operator's commands. Exit 0: fine, 1: a problem, 2: wrong usage. */
import { Command } from 'commander'
import { startProxy } from './node.js'
import { readSettings } from './settings.js'

const program = new Command('ringup')
  .description('Takes orders and sign-ups from a shop’s pages and forwards them to its marketing API.')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program.command('proxy').description('start the proxy; its settings come from the environment').action(runProxy)

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function runProxy() {
  const settings = readSettings(process.env)
  const proxy = await startProxy(settings)
  console.error(`Ringup listens on ${proxy.url}${settings.path} and forwards to ${settings.apiUrl}. Ctrl+C stops it.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => proxy.stop().then(() => process.exit(0)))
  }
}
