/** Starts the proxy, and stops it on a signal. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { isPostgres, readSettings } from '../../settings.js'
import { printStatus } from './print.js'

export const defineProxy = (command: Command) =>
  command.description('start the proxy; its settings come from the environment').action(async () => {
    const settings = readSettings(process.env)
    const stop = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    const { startProxy } = await import('../../run/node.js') // other commands start faster without it
    const isNew = !isPostgres(settings.database) && !existsSync(settings.database)
    const proxy = await startProxy(settings)
    if (isNew) printStatus(`The database file ${resolve(settings.database)} is new and has no events.`)
    printStatus(`Ringup listens on ${proxy.url}${settings.path} and forwards to ${settings.apiUrl}. Ctrl+C stops it.`)
    printStatus(`Health and metrics are on ${proxy.adminUrl}/health and ${proxy.adminUrl}/metrics.`)
    printStatus(`The operator’s page is on ${proxy.adminUrl}/, the set-up page on ${proxy.adminUrl}/setup.`)
    await stop
    await proxy.stop()
    process.exit(0)
  })
