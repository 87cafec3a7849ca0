/** The core as a script tag: all code that a first attempt needs. */
import { runTag } from './core/tag.js'

runTag()
