/** The operator's commands, as words of a command line. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../../../contract/limits.js'
import { addAlert } from './alert.js'
import { addCheck } from './check/index.js'
import { readEnvFile } from './env-file.js'
import { addErase } from './erase.js'
import { addEvents } from './events.js'
import { addFind } from './find.js'
import { addInit } from './init.js'
import { printStatus, UsageError } from './print.js'
import { addProxy } from './proxy.js'
import { addReconcile } from './reconcile.js'

/** Sets the process's exit code. 0: fine, 1: a problem, 2: wrong usage. */
export async function runCommand(words: string[]): Promise<void> {
  const program: Command = new Command('ringup')
    .description('Takes orders and sign-ups from a shop’s pages and forwards them to its marketing API.')
    .version(VERSION)
    .option('--env-file <file>', 'a file with the settings; what the environment has too counts before it')
    .hook('preAction', () => takeSettings(program.opts()))
    .exitOverride() // throws instead of ending the process
  for (const add of [addInit, addProxy, addCheck, addFind, addReconcile, addEvents, addErase, addAlert]) add(program)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = toExitCode(error)
  }
}

function takeSettings({ envFile }: { envFile?: string }) {
  if (envFile === undefined) return
  const { values, asNodeReads } = readEnvFile(envFile)
  for (const [name, value] of Object.entries(values)) {
    // Node 20 takes the option for its own, wherever it stands, and has cut values at a # by now.
    const isOfFile = process.env[name] === undefined || process.env[name] === asNodeReads[name]
    if (isOfFile) process.env[name] = value
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // it has said why
  printStatus(error instanceof Error ? error.message : String(error))
  return error instanceof UsageError ? 2 : 1
}
