/**
 * Promise: an operator finds any order with commands, and can act on it. On each database, the test stops an order at each place where it
 * can stop.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../support/command.js'
import type { TestDatabase } from '../support/engines/test-database.js'
import { describeDatabases } from '../support/engines.js'
import { ANSWER, newEvents, type OperatorProxy, startOperatorProxy } from '../support/operator-proxy.js'
import { toPassed } from '../support/proxy.js'
import { readBlock } from '../support/readme.js'
import { until } from '../support/until.js'

const KEY = Buffer.alloc(32, 7)
const TIME = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC'
const events = newEvents()
const { delivered, refused, waiting, unknownList } = events
const [ADA, BOB, EVE, MAX] = [delivered, refused, waiting, unknownList].map(
  (event) => toPassed<{ email: string }>(event).email,
)

describeDatabases('an operator finds each order', (newDatabase) => {
  let database: TestDatabase
  let proxy: OperatorProxy
  const repeated = randomUUID()

  beforeAll(async () => {
    database = await newDatabase()
    proxy = await startOperatorProxy({ database: database.name }, events)
    await post({ ...delivered, id: repeated })
  })
  afterAll(async () => {
    await proxy.remove()
    await database.remove()
  })

  const post = async (event: object) => expect(await proxy.post(event)).toBe(202)

  const read = async (id: string) => {
    const admin = await database.openAdmin({ keys: [KEY] })
    const event = await admin.read(id)
    await admin.close()
    return event
  }

  const run = (...words: string[]) =>
    runCommand(words, { RINGUP_DATABASE: database.name, RINGUP_KEY: KEY.toString('base64') })

  describe('by ringup find', () => {
    const again = `The API asked to retry later \\(503\\)\\. The next try is ${TIME}\\.`
    test.each<[what: string, words: string[], sentence: string]>([
      ['delivered', ['--order', '1001'], `delivered ${TIME} \\(200\\)\\. Event ${delivered.id}\\.\n$`],
      ['in another spelling', ['--order', '#1001', '--email', ` ${ADA?.toUpperCase()}`], `delivered ${TIME} \\(200\\)`],
      ['by its event', [delivered.id], `^Accepted ${TIME}, delivered ${TIME} \\(200\\)`],
      [
        'refused',
        ['--order', '1002'],
        `The API does not accept the content of the event \\(422\\)\\. Dead letter since ${TIME}\\. Event ${refused.id}\\. ringup events show ${refused.id} prints the API’s answer\\.\n$`,
      ],
      ['waiting', ['--order', '1003'], `waiting\\. ${again}`],
      ['for an unknown list', [unknownList.id], 'The API has no list of the id that RINGUP_LISTS names \\(404\\)'],
    ])('%s', async (_what, words, sentence) => {
      const { code, out } = await run('find', ...words)
      expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(new RegExp(sentence)) })
      expect(out).not.toMatch(/secret/)
    })

    test('as JSON, one object a line, without customers’ data', async () => {
      const { code, out } = await run('find', '--order', '1002', '--json')
      const found = { id: refused.id, kind: 'convert', state: 'dead', reason: 'refused', status: 422, order: '…02' }
      expect([
        code,
        out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ]).toMatchObject([0, [found]])
      expect(out).not.toMatch(/secret|(?<![\w-])1002(?![\w-])/)
    })

    test('by the guide’s command', async () => {
      for (const line of readBlock('find').split('\n')) {
        const { code } = await run(...line.replace('npm run ringup -- find --env-file ringup.env', 'find').split(' '))
        expect([line, code]).not.toEqual([line, 2])
      }
    })

    test.each([
      ['a number', ['--order', '9999'], /never came here/],
      ['a part of a number', ['--order', '100'], /never came here/],
      ['the id of a duplicate', [repeated], /or it was a duplicate/],
    ])('never seen, by %s: exit code 1', async (_what, words, sentence) => {
      const { code, out, err } = await run('find', ...words)
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(sentence) })
    })
  })

  describe('by ringup reconcile', () => {
    const toFile = (lines: string[]) => {
      const file = join(proxy.folder, 'orders.csv')
      writeFileSync(file, lines.join('\n'))
      return file
    }
    const EXPORT = ['Bestellnummer;E-Mail', `1001;${ADA}`, `"#1002";${BOB}`, `1003;${EVE}`, '9999;', `1001;${ADA}`]

    test('the share first, and a line for each order that is not delivered', async () => {
      const { code, out } = await run('reconcile', toFile(EXPORT))
      expect(code).toBe(1)
      expect(out).toMatch(
        /^1 of 4 orders \(25\.0 %\) reached the API\.\nThe others: 1 waiting, 1 dead, 1 never seen\.\nThe file has no column of totals/,
      )
      expect(out).toMatch(/\nLine 3: dead\. .*\(422\).*\nLine 4: waiting\. .*\nLine 5: never seen\. .*\n$/)
      expect(out).not.toMatch(/secret|(?<![\w-])1001(?![\w-])/)
    })

    test('--send adds the paid orders that never arrived, and the proxy sends them', async () => {
      const email = 'lost@mail.example.com'
      const lines = ['order,email,total,status,date', `4004,${email},12.50,paid,${new Date().toISOString()}`]
      const { code, out } = await run('reconcile', toFile(lines), '--send')
      expect([code, out]).toEqual([0, expect.stringMatching(/^Line 2: sent\. The proxy sends it now\. Event /m)])
      await until(async () => (await run('find', '--order', '4004')).out.includes('delivered'))
      expect((await run('reconcile', toFile(lines))).out).toMatch(/^1 of 1 .*, all totals equal\.\n/)
    })
  })

  describe('by events list', () => {
    test.each<[words: string[], ids: string[]]>([
      [['--order', '1003'], [waiting.id]],
      [['--order', '1001'], []],
      [['--email', MAX ?? ''], [unknownList.id]],
      [['--email', EVE ?? '', '--order', '#1003', '--state', 'waiting'], [waiting.id]],
      [['--reason', 'unknown_list'], [unknownList.id]],
    ])('%j', async (words, ids) => {
      const { out } = await run('events', 'list', '--json', ...words)
      expect(out.match(/(?<="id":")[^"]+/g) ?? []).toEqual(ids)
    })

    test('--reveal shows numbers and e-mails', async () => {
      expect((await run('events', 'list', '--reveal')).out).toMatch(new RegExp(`^${waiting.id} .* 1003 +${EVE}$`, 'm'))
    })
  })

  test('the API’s answer to a dead letter is stored encrypted, and shown with --reveal', async () => {
    const shown = JSON.parse((await run('events', 'show', refused.id)).out)
    expect(shown).toMatchObject({ status: 422, answer: `… (about email, birthdate; ${ANSWER.length} characters)` })
    expect(JSON.parse((await run('events', 'show', refused.id, '--reveal')).out).answer).toBe(ANSWER)
    expect(await database.dump()).not.toContain('Not a date')
  })

  test('the id in the answer to a page is in the log', () => {
    expect(proxy.logged).toContainEqual(expect.objectContaining({ event: 'request', status: 202, id: delivered.id }))
  })

  describe('and acts on it', () => {
    test('send makes a waiting event due, and refuses a delivered one', async () => {
      const attempts = (await read(unknownList.id))?.attempts
      const { code, out } = await run('events', 'send', unknownList.id)
      expect([code, out]).toEqual([0, expect.stringContaining('The proxy sends it within seconds')])
      await expect.poll(async () => (await read(unknownList.id))?.attempts).not.toBe(attempts)
      const again = await run('events', 'send', delivered.id)
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('is not a dead letter. Accepted')])
    })

    test('replay sends a dead letter again, and drop deletes it', async () => {
      await run('events', 'replay', refused.id)
      await expect.poll(() => read(refused.id)).toMatchObject({ state: 'waiting', attempts: 2, reason: 'refused' })
      expect((await run('events', 'drop', refused.id)).out).toBe(`Event ${refused.id} is deleted.\n`)
      expect((await run('find', refused.id)).code).toBe(1)
    })
  })
})
