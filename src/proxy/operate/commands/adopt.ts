/** Binds the database to the shop and the API of the settings, for example after the API has moved. */
import type { Command } from 'commander'
import { readSettings } from '../../settings.js'
import { print } from './print.js'
import { withQueue } from './storage.js'

export const defineAdopt = (command: Command) =>
  command
    .description('bind the database to RINGUP_API_URL and RINGUP_ORIGINS, after the API or the shop has moved')
    .action(async () => {
      const settings = readSettings(process.env)
      const { apiUrl, origins } = settings
      await withQueue((admin) => admin.adopt({ apiUrl, origins }), settings)
      print(
        `The database belongs to ${origins.join(', ')} and the API at ${apiUrl} now. Restart every proxy that uses it.`,
      )
    })
