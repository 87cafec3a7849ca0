/** The bench's API: accepts every event immediately, and counts. */
import { createServer } from 'node:http'
import { report } from './report.js'

const ANSWER = '{"session":{"status":"converted"}}'
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length }
let arrived = 0

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    arrived += 1
    response.writeHead(200, HEADERS).end(ANSWER)
  })
})
server.keepAliveTimeout = 60_000
report(server)
process.on('message', () => process.send?.(arrived))
