/**
 * Writes a template in Tag Manager's export form, one file with sections, from `template.yaml` and `code.js`. Sources:
 * developers.google.com/tag-platform/tag-manager/templates, and templates in the gallery.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const TERMS = `By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.`

const CODE_SECTION = { WEB: 'SANDBOXED_JS_FOR_WEB_TEMPLATE', SERVER: 'SANDBOXED_JS_FOR_SERVER' }

/** @param kind of container: `web` or `server` */
export function writeTemplate(kind) {
  const read = (path) => readFileSync(new URL(path, import.meta.url))
  const { fields, permissions, notes, ...about } = parse(`${read(`${kind}/template.yaml`)}`)
  const thumbnail = `data:image/png;base64,${read('thumbnail.png').toString('base64')}`
  const sections = {
    TERMS_OF_SERVICE: TERMS,
    INFO: toExported(toInfo(about, thumbnail)),
    TEMPLATE_PARAMETERS: toExported(fields.map(toParameter)),
    [CODE_SECTION[about.context]]: `${read(`${kind}/code.js`)}`.trim(),
    [`${about.context}_PERMISSIONS`]: toExported(Object.entries(permissions).map(toPermission)),
    TESTS: 'scenarios: []',
    NOTES: notes.trim(),
  }
  return Object.entries(sections)
    .map(([name, text]) => `___${name}___\n\n${text}\n`)
    .join('\n\n')
}

/** Escapes the signs that have a meaning in HTML, as Tag Manager's own exporter does. */
function toExported(value) {
  return JSON.stringify(value, null, 2).replace(/[<>&='\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function toInfo({ displayName, description, context }, thumbnail) {
  return {
    type: 'TAG',
    id: 'cvt_temp_public_id',
    version: 1,
    securityGroups: [],
    displayName,
    categories: ['CONVERSIONS', 'EMAIL_MARKETING', 'MARKETING'],
    brand: { id: 'brand_dummy', displayName: 'Ringup', thumbnail },
    description,
    containerContexts: [context],
  }
}

/** Fields with one value: all types except groups and tables. */
const SIMPLE = ['TEXT', 'SELECT', 'CHECKBOX', 'RADIO']

/** Adds to a field the properties that all fields of its type have. */
function toParameter({ selectItems, radioItems, subParams, ...field }) {
  return {
    ...field,
    ...(SIMPLE.includes(field.type) && { simpleValueType: true }),
    ...(selectItems && { macrosInSelect: false, selectItems: toItems(selectItems) }),
    ...(radioItems && { radioItems: radioItems.map(toParameter) }),
    ...(subParams && { subParams: subParams.map(toParameter) }),
  }
}

const toItems = (items) => Object.entries(items).map(([value, displayValue]) => ({ value, displayValue }))

/** Permissions that list allowed places. All other permissions are written as in the table. */
const LISTS = {
  access_consent: (types) => ({
    consentTypes: types.map((consentType) => ({ consentType, read: true, write: false })),
  }),
  access_globals: (keys) => ({ keys: Object.entries(keys).map(([key, allowed]) => ({ key, ...toAccess(allowed) })) }),
}

function toAccess(allowed) {
  const words = allowed.split(', ')
  return Object.fromEntries(['read', 'write', 'execute'].map((word) => [word, words.includes(word)]))
}

function toPermission([publicId, allowed]) {
  const param = LISTS[publicId]?.(allowed) ?? allowed
  return {
    instance: {
      key: { publicId, versionId: '1' },
      param: Object.entries(param).map(([key, value]) => ({ key, value: toTyped(value) })),
    },
    clientAnnotations: { isEditedByUser: true },
    isRequired: true,
  }
}

/** Writes a value in the form of permissions, which give each type a number. */
function toTyped(value) {
  if (typeof value === 'string') return { type: 1, string: value }
  if (typeof value === 'boolean') return { type: 8, boolean: value }
  if (Array.isArray(value)) return { type: 2, listItem: value.map(toTyped) }
  return { type: 3, mapKey: Object.keys(value).map(toTyped), mapValue: Object.values(value).map(toTyped) }
}
