/** Runs the operator's commands. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../../../contract/limits.js'
import { defineAdopt } from './adopt.js'
import { defineBackup, defineRestore } from './backup.js'
import { defineCheck } from './check/index.js'
import { readEnvFile } from './env-file.js'
import { defineErase } from './erase.js'
import { defineEvents } from './events.js'
import { defineFind } from './find.js'
import { defineInit } from './init.js'
import { printStatus } from './print.js'
import { defineProxy } from './proxy.js'
import { defineReconcile } from './reconcile.js'

const COMMANDS = {
  proxy: defineProxy,
  init: defineInit,
  check: defineCheck,
  find: defineFind,
  reconcile: defineReconcile,
  backup: defineBackup,
  restore: defineRestore,
  adopt: defineAdopt,
  erase: defineErase,
  events: defineEvents,
}

/** Sets the process's exit code. 0: fine, 1: a problem, 2: wrong usage. */
export async function runCommand(words: string[]): Promise<void> {
  const program: Command = new Command('ringup')
    .description('Stores a shop’s orders and sign-ups, and forwards them to its e-mail marketing API.')
    .version(VERSION)
    .option('--env-file <file>', 'a file with the settings; variables of the environment win over it')
    .hook('preAction', () => takeSettings(program.opts()))
    .exitOverride() // throws instead of ending the process
  for (const [name, define] of Object.entries(COMMANDS)) define(program.command(name))
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
    // Node 20 takes this option for its own, and has already cut values at a #.
    const isOfFile = process.env[name] === undefined || process.env[name] === asNodeReads[name]
    if (isOfFile) process.env[name] = value
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2 // commander has printed the reason
  printStatus(error instanceof Error ? error.message : String(error))
  return 1
}
