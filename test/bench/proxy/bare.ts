/** The minimal work of Node to pass a request on: node:http in, undici out. */
import { createServer } from 'node:http'
import { Agent, request as ask } from 'undici'
import { report } from './report.js'

const [upstream = ''] = process.argv.slice(2)
const dispatcher = new Agent()

report(
  createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const headers = { 'content-type': 'application/json', authorization: 'Token bench' }
      const body = Buffer.concat(chunks)
      const answer = await ask(`${upstream}${request.url}`, { method: 'POST', headers, body, dispatcher })
      const text = await answer.body.text()
      response.writeHead(answer.statusCode, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    })
  }),
)
