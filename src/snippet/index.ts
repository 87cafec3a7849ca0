/** The core as a script tag: everything that a first attempt needs. */
import { runTag } from './core/tag.js'

runTag()
