/** Promise: the ledger does what its stories say, on each store. */
import { playOnQueue } from '../../../play/queue.js'
import { testStories } from '../../../play/story.js'
import { describeEngines } from '../../../support/engines.js'

const FOLDER = new URL('./', import.meta.url)
/** Stories of several proxies on one database. */
const SHARED = /^shared/
/** Verbs that open the database a second time, or read it from outside. */
const NEEDS_FILE = /\b(restart|refuse|sees)\b/

describeEngines(
  'the ledger',
  (newDatabase, isShared) => {
    const names = isShared ? /./ : new RegExp(`^(?!${SHARED.source.slice(1)})`)
    testStories(FOLDER, names, async (story) => playOnQueue(await newDatabase(!NEEDS_FILE.test(story.join())), story))
  },
  { onEach: true },
)
