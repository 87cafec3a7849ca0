/** Promise: the wire is described for programs, from the schemas and tables that the proxy runs. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { PROBLEMS as FIELD_PROBLEMS } from '../../../../src/normalise/problem-texts.js'
import { Alert } from '../../../../src/proxy/operate/alerts.js'
import { createOpenApi } from '../../../../src/proxy/operate/openapi.js'
import { PROBLEMS } from '../../../../src/proxy/problem.js'

const text = JSON.stringify(createOpenApi('/ringup'))
const document = JSON.parse(text)

test('is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

test('names only schemas that it has', () => {
  const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(named.filter((name) => !(String(name) in document.components.schemas))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})

test.each(Object.entries(PROBLEMS))('describes %s at its status', (code, { status, sentence }) => {
  expect(document.paths['/'].post.responses[status].description).toContain(`\`${code}\`: ${sentence}`)
})

test.each(Object.entries(FIELD_PROBLEMS))('describes the problem %s of a field', (code, { sentence }) => {
  expect(document.components.schemas.Problem.description).toContain(`\`${code}\`: ${sentence}`)
})

test('has the two forms of an event, told apart by their version', () => {
  const versions = ['RawEvent', 'Event'].map((name) =>
    document.components.schemas[name].oneOf.map((each: { properties: { v: object } }) => each.properties.v),
  )
  expect(versions).toMatchObject([
    [{ const: 3 }, { const: 3 }],
    [{ const: 1 }, { const: 1 }],
  ])
})

test('describes every field of an alert', () => {
  expect(Object.keys(document.components.schemas.Alert.properties)).toEqual(Object.keys(Alert.shape))
})
