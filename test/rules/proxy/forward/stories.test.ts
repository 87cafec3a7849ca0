/** Promise: the forwarder does what its stories say. */
import { playOnForwarder } from '../../../play/forwarder.js'
import { testStories } from '../../../play/story.js'

testStories(new URL('./', import.meta.url), /./, playOnForwarder)
