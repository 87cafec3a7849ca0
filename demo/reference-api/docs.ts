/** `/docs`: what `/openapi.json` says, as a page for people. */
import { html } from 'hono/html'
import type { createOpenApi } from './openapi.js'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}
interface Answer {
  $ref?: string
  description?: string
  content?: { 'application/json': { schema: Schema } }
}
interface Operation {
  summary: string
  description?: string
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: Answer
  responses: Record<string, Answer>
}

export function docsPage(api: ReturnType<typeof createOpenApi>) {
  const [{ url: base } = { url: '' }] = api.servers
  const paths: [string, Record<string, Operation | object>][] = Object.entries(api.paths)
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      'summary' in operation ? [toOperation(`${method.toUpperCase()} ${path}`, operation as Operation, api)] : [],
    ),
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.info.title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; background: light-dark(#f5f5f3, #131517); color: light-dark(#1b1f22, #e9ecee); }
body { max-width: 54rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
a { color: light-dark(#175a9c, #8fbdf0); }
pre, code { font-family: ui-monospace, monospace; }
h2, h3 { margin-top: 2.5rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
td, th { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top; }
ul { margin: 0; padding-left: 1.2rem; }
</style>
</head>
<body><main>
<h1>${api.info.title}</h1>
${api.info.description.split('\n\n').map((text) => html`<p>${toWords(text)}</p>`)}
<p>Base URL: <code>${base}</code>. Header <code>Authorization</code>: ${api.components.securitySchemes.key.description}
For programs: <a href="/openapi.json">openapi.json</a>.</p>
${operations}
<h2>Objects</h2>
${Object.entries(api.components.schemas).map(([name, schema]) => toSchema(name, schema as Schema))}
</main></body>
</html>`
}

function toOperation(title: string, operation: Operation, api: ReturnType<typeof createOpenApi>) {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const known: Record<string, Answer> = api.components.responses
  const rows = Object.entries(responses).map(([status, response]) => {
    const answer = known[response.$ref?.split('/').at(-1) ?? ''] ?? response
    return [status, toShape(answer), answer.description ?? '']
  })
  return html`
<h2><code>${title}</code></h2>
<p>${summary}. ${toWords(description)}</p>
${parameters.map((each) => html`<p><code>${each.name}</code> (${each.in}). ${each.description}</p>`)}
${requestBody ? html`<p>Body: ${toShape(requestBody)}</p>` : ''}
${toTable(['status', 'body', 'when'], rows)}`
}

const toSchema = (name: string, { description, properties = {}, required = [] }: Schema) => html`
<h3 id="${name}">${name}</h3>
<p>${toWords(description)}</p>
${toTable(
  ['field', 'type', 'meaning'],
  Object.entries(properties).map(([field, schema]) => [
    html`<code>${field}</code>`,
    html`${required.includes(field) ? 'required ' : ''}${toType(schema)}`,
    toWords(schema.description),
  ]),
)}`

/** What stands in backticks is code. */
const toWords = (text = '') =>
  html`${text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`

type Cell = ReturnType<typeof html> | string

const toTable = (heads: string[], rows: Cell[][]) =>
  rows.length === 0
    ? ''
    : html`<div class="scroll" tabindex="0"><table>
<tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
</table></div>`

const toShape = ({ content }: Answer) => (content ? toType(content['application/json'].schema) : '')

function toType({ $ref, type, enum: words, items, anyOf, properties }: Schema): Cell {
  if ($ref) {
    const name = $ref.split('/').at(-1)
    return html`<a href="#${name}">${name}</a>`
  }
  if (anyOf) return html`${anyOf.map((each, index) => html`${index > 0 ? ' or ' : ''}${toType(each)}`)}`
  if (words) return words.join(' or ')
  if (items) return html`list of ${toType(items)}`
  if (properties)
    return html`object of<ul>${Object.entries(properties).map(
      ([name, schema]) => html`<li><code>${name}</code>: ${toType(schema)}</li>`,
    )}</ul>`
  return [type ?? 'any'].flat().join(' or ')
}
