/** @fastify/http-proxy as its documentation shows it. */
import proxy from '@fastify/http-proxy'
import fastify from 'fastify'

const [upstream = ''] = process.argv.slice(2)
const app = fastify()
await app.register(proxy, { upstream })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: Number(new URL(address).port) })
