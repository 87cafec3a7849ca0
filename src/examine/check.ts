/**
 * The examiner as `ringup check --page` runs it, a bundle of its own: the browser runs it before the page's first script, so it hears
 * everything, and the page needs no setting for it. It shows nothing.
 */
import { EXAMINE, type Examine } from '../contract/verify.js'
import { createExaminer } from './examiner.js'
import { toVerifyReport } from './report.js'

// A frame is not the page that is checked.
if (self === top) {
  const { heard, read, sendTestOrder } = createExaminer('', () => {})
  const examine: Examine = async (scripts) => {
    heard.scripts = scripts
    const tested = read().endpoint === undefined ? undefined : await sendTestOrder()
    return { ...toVerifyReport(read()), tested }
  }
  // The page cannot put another function in its place.
  Object.defineProperty(self, EXAMINE, { value: examine })
}
