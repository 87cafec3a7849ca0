#!/usr/bin/env node
/** The operator's commands as a program. */
import { runCommand } from '../operate/commands/index.js'
import { onPrintError, printStatus } from '../operate/commands/print.js'

process.stdout.on('error', onPrintError)
process.once('uncaughtException', endByMistake)
await runCommand(process.argv.slice(2))

/** The message of an error may quote what a page sent, so only its name is said, and where it came from. */
function endByMistake({ name, stack = '' }: Error) {
  const place = /^ +at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] ?? 'an unknown place'
  printStatus(`Ringup has made a mistake and ends: ${name} at ${place}. What it had accepted is in its database.`)
  process.exit(1)
}
