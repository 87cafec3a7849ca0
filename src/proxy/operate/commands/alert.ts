/** Sends a test alert, so the operator can try the receiver. */
import type { Command } from 'commander'
import { readSettingsOf } from '../../settings.js'
import { toShop, toTestAlert } from '../alerts.js'
import { createPostAlert } from '../post-alert.js'
import { ProblemError, print } from './print.js'

export const defineAlert = (command: Command) =>
  command
    .description('sends a test alert to RINGUP_ALERT_URL')
    .requiredOption('--test', 'send a test alert')
    .action(async () => {
      const { alertUrl, origins } = readSettingsOf(['RINGUP_ALERT_URL', 'RINGUP_ORIGINS'], process.env)
      if (alertUrl === undefined) throw new ProblemError(NOT_SET)
      const posted = await createPostAlert(alertUrl)(toTestAlert(toShop(origins)))
      const place = new URL(alertUrl).host // the rest may be a secret
      if (!posted.taken) throw new ProblemError(`${place} has not taken the test alert: ${posted.cause}.`)
      print(`${place} has taken the test alert (${posted.status}).`)
    })

const NOT_SET = 'RINGUP_ALERT_URL is not set, so no alert is sent. Set it to an address that takes a POST.'
