#!/usr/bin/env node
/** The operator's commands as a program. */
import { runCommand } from '../operate/commands/index.js'
import { onPrintError, printStatus } from '../operate/commands/print.js'

process.stdout.on('error', onPrintError)
process.once('uncaughtException', endByMistake)
await runCommand(process.argv.slice(2))

/** Reports an unexpected error by its name and place only, because the message may quote a page's data. */
function endByMistake({ name, stack = '' }: Error) {
  const place = /^ +at .*?([^/\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] ?? 'an unknown place'
  printStatus(
    `Ringup stops because of an error in its own code: ${name} at ${place}. All accepted events are in the database.`,
  )
  process.exit(1)
}
