/** Core and rest in one file, for tags with `integrity`, and for shops whose settings need the rest on each page. */
import { runTag } from './core/tag.js'
import * as rest from './rest/index.js'

runTag(rest)
