/** Ringup as Cloudflare runs it: the built Worker in workerd, started by miniflare. */
import { fileURLToPath } from 'node:url'
import { createEdge } from '../../support/edge.js'

const [upstream = '', folder = ''] = process.argv.slice(2)
const bundle = fileURLToPath(new URL('../../edge.js', import.meta.url))
const edge = createEdge({ bundle, folder, vars: { RINGUP_API_URL: upstream } })
await edge.start()
process.send?.({ port: Number(new URL(edge.url).port) })
