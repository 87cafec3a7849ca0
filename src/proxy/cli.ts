#!/usr/bin/env node
/** The operator's commands. Exit 0: fine, 1: a problem, 2: wrong usage. */
import { Command } from 'commander'
import { addCheck } from './commands/check.js'
import { addErase } from './commands/erase.js'
import { addEvents } from './commands/events.js'
import { onPrintError, UsageError } from './commands/print.js'
import { addProxy } from './commands/proxy.js'
import { VERSION } from './version.js'

const program = new Command('ringup')
  .description('Takes orders and sign-ups from a shop’s pages and forwards them to its marketing API.')
  .version(VERSION)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

process.stdout.on('error', onPrintError)
for (const add of [addProxy, addCheck, addEvents, addErase]) add(program)

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
