/** Promise: the output of a command cannot steer the terminal, also if it quotes control characters. */
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { print, printStatus, toTexts } from '../../../../../src/proxy/operate/commands/print.js'
import { readOrders } from '../../../../../src/proxy/operate/read-orders.js'
import { newFolder } from '../../../../support/proxy.js'

function hear(stream: NodeJS.WriteStream): string[] {
  const written: string[] = []
  vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  return written
}

test('the header of a file, as a refusal quotes it', async () => {
  const written = hear(process.stderr)
  const folder = newFolder()
  const file = join(folder.path, 'orders.csv')
  writeFileSync(file, 'colour\u001b[31m,\u202ereversed\u2066,\u009b2J\n1,2,3\n')
  const refused: unknown = await readOrders({ name: file, bytes: createReadStream(file) })
    .next()
    .catch((error: unknown) => error)
  folder.remove()
  printStatus(String(refused))
  expect(written.join('')).toContain('colour\\u001b[31m, \\u202ereversed\\u2066, \\u009b2J.')
})

test('sentences in lines stay in lines', () => {
  const written = hear(process.stderr)
  printStatus('one\ntwo')
  expect(written).toEqual(['one\ntwo\n'])
})

test('results steer no terminal either', () => {
  const written = hear(process.stdout)
  print('{\n  "note": "\u009b31m"\n}')
  expect(written).toEqual(['{\n  "note": "\\u009b31m"\n}\n'])
})

test('a line of a list stays one line, also with a line break in an order’s number', async () => {
  async function* toLines() {
    yield 'A-1\nok'
    yield 'A-2\u202e'
  }
  const texts: string[] = []
  for await (const text of toTexts(toLines())) texts.push(text)
  expect(texts).toEqual(['A-1\\u000aok\nA-2\\u202e\n'])
})
