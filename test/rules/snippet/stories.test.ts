// @vitest-environment happy-dom
/** Promise: the page stores, sends and retries events as its stories say. */
import { pathToFileURL } from 'node:url'
import { playOnPage } from '../../play/page.js'
import { testStories } from '../../play/story.js'

testStories(pathToFileURL('test/rules/snippet/'), /./, playOnPage)
