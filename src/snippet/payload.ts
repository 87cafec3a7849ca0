/** What reading a page or a call comes to, ready to be reported. */
import type { Event } from '../contract/event.js'
import type { Problem } from './problem.js'

export interface Payload {
  /** The API's own payload, as far as it could be read; without `email` the event is rejected. */
  body: Partial<Event['body']>
  /** What could not be read, and was left out. */
  problems: Problem[]
  /** Made by the shop's server. */
  signature?: string | undefined
}
