#!/usr/bin/env node
/** The operator's commands. Exit 0: fine, 1: a problem, 2: wrong usage. */
import { Command } from 'commander'
import { VERSION } from '../../contract/limits.js'
import { addCheck } from '../operate/commands/check.js'
import { addErase } from '../operate/commands/erase.js'
import { addEvents } from '../operate/commands/events.js'
import { onPrintError, say, UsageError } from '../operate/commands/print.js'
import { addProxy } from '../operate/commands/proxy.js'

const program = new Command('ringup')
  .description('Takes orders and sign-ups from a shop’s pages and forwards them to its marketing API.')
  .version(VERSION)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

process.stdout.on('error', onPrintError)
process.once('uncaughtException', endByMistake)
for (const add of [addProxy, addCheck, addEvents, addErase]) add(program)

try {
  await program.parseAsync()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}

/** The message of an error may quote what a page sent, so only its name is said, and where it came from. */
function endByMistake({ name, stack = '' }: Error) {
  const place = /^ +at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] ?? 'an unknown place'
  say(`Ringup has made a mistake and ends: ${name} at ${place}. What it had accepted is in its database.`)
  process.exit(1)
}
