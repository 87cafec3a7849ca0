/** Promise: the queue in its own thread answers the calls of the other side, with errors and log lines. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenQueue } from '../../../../src/proxy/queue/index.js'
import { findWorker, serve } from '../../../../src/proxy/queue/thread.js'
import { newFolder } from '../../../support/proxy.js'

describe('the file of the thread', () => {
  let folder: { path: string; remove: () => void }
  beforeEach(() => {
    folder = newFolder()
  })
  afterEach(() => folder.remove())
  const toModule = (name: string) => pathToFileURL(join(folder.path, name)).href

  test('is beside the built module', () => {
    writeFileSync(join(folder.path, 'queue-worker.js'), '')
    expect(findWorker(toModule('node.js'))?.pathname).toBe(join(folder.path, 'queue-worker.js'))
  })

  test('that is missing is an error with advice', () => {
    expect(() => findWorker(toModule('node.js'))).toThrow(
      /^The file .*queue-worker\.js is missing\. .* build Ringup again/,
    )
  })

  test('is not used if TypeScript runs without a build', () => {
    expect(findWorker(toModule('thread.ts'))).toBeUndefined()
  })
})

describe('a call', () => {
  const { port1, port2 } = new MessageChannel()
  afterEach(() => {
    for (const port of [port1, port2]) port.removeAllListeners('message')
  })

  function ask(queue: Partial<OpenQueue>, method: keyof OpenQueue, values: unknown[] = []): Promise<unknown[]> {
    serve(port2, async (log) => {
      log({ event: 'queue_failed', reason: 'opened' })
      return queue as OpenQueue // the used part of it
    })
    return new Promise((resolve) => {
      const said: unknown[] = []
      port1.on('message', (messages: unknown[]) => said.push(...messages) > 1 && resolve(said))
      port1.postMessage([{ number: 7, method, values }])
    })
  }

  test('is answered by its number, after the lines that were written in the meantime', async () => {
    const answers = await ask({ release: async (ids) => void expect(ids).toEqual(['a']) }, 'release', [['a']])
    expect(answers).toEqual([{ line: { event: 'queue_failed', reason: 'opened' } }, { number: 7, result: undefined }])
  })

  test('that fails is answered with name and message', async () => {
    const error = Object.assign(new Error('database or disk is full'), { name: 'SqliteError', code: 'SQLITE_FULL' })
    const [, answer] = await ask({ nextInMs: () => Promise.reject(error) }, 'nextInMs')
    expect(answer).toEqual({ number: 7, failure: { name: 'SqliteError', message: 'database or disk is full' } })
  })
})
