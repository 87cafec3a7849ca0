/** A banner that speaks the IAB's CMP API 2.2 ("IAB Tech Lab - CMP API v2"): the page's stub keeps commands until it has loaded. */
import type { CreateEmulator } from './emulator.js'

type Listener = (data: object, isKnown: boolean) => void

export const createTcf: CreateEmulator = ({ kept, set }) => {
  const listeners: Listener[] = []
  let status: string | undefined
  const toData = (eventStatus: string) => ({
    gdprApplies: true,
    eventStatus,
    purpose: { consents: { 1: kept.get('euconsent-v2') === 'yes' } },
    publisher: { consents: {} },
  })
  const announce = (eventStatus: string) => {
    status = eventStatus
    for (const listener of listeners) listener(toData(eventStatus), true)
  }
  return {
    begin: () =>
      set('__tcfapi', (command: string, _version: number, listener: Listener) => {
        if (command !== 'addEventListener') return
        listeners.push(listener)
        if (status) listener(toData(status), true)
      }),
    load: () => announce(kept.has('euconsent-v2') ? 'tcloaded' : 'cmpuishown'),
    choose(choice) {
      announce('cmpuishown')
      kept.set('euconsent-v2', choice)
      announce('useractioncomplete')
    },
  }
}
