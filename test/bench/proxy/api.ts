/** The API as the bench has it: takes everything, at once or after so many milliseconds, and counts. */
import { createServer } from 'node:http'
import { report } from './report.js'

const ANSWER = '{"session":{"status":"converted"}}'
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length }
const waitMs = Number(process.argv[2] ?? 0)
let arrived = 0

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    arrived += 1
    const answer = () => response.writeHead(200, HEADERS).end(ANSWER)
    if (waitMs > 0) setTimeout(answer, waitMs)
    else answer()
  })
})
server.keepAliveTimeout = 60_000
report(server)
process.on('message', () => process.send?.(arrived))
