/**
 * Checks the rules that Tag Manager's editor and gallery have for a template, apart from its code.
 * Source: developers.google.com/tag-platform/tag-manager/templates: /gallery, /style, /permissions, and the editor's fields.
 */
import { listFields, type Parameter, type Template } from '../emulators/gtm/template.js'

const TERMS = `By creating or modifying this file you agree to Google Tag Manager's Community Template Gallery Developer Terms of
Service available at https://developers.google.com/tag-manager/gallery-tos (or such other URL as Google may provide), as modified from
time to time.`

const CATEGORIES =
  `ADVERTISING AFFILIATE_MARKETING ANALYTICS ATTRIBUTION CHAT CONVERSIONS DATA_WAREHOUSING EMAIL_MARKETING
EXPERIMENTATION HEAT_MAP LEAD_GENERATION MARKETING PERSONALIZATION REMARKETING SALES SESSION_RECORDING SOCIAL SURVEY
TAG_MANAGEMENT UTILITY`.split(/\s+/)

const VALIDATORS = `NON_EMPTY REGEX NUMBER POSITIVE_NUMBER NON_NEGATIVE_NUMBER DECIMAL PERCENTAGE GREATER_THAN LESS_THAN
STRING_LENGTH`.split(/\s+/)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** @returns a sentence for each broken rule */
export function checkTemplate({ terms, info, parameters, permissions }: Template): string[] {
  const everything = listEverything(parameters)
  return [
    ...(oneLine(terms) === oneLine(TERMS) ? [] : ['the terms of service are not Google’s']),
    ...(info.categories as string[]).flatMap((each) => (CATEGORIES.includes(each) ? [] : `${each} is not a category`)),
    ...checkThumbnail(`${(info.brand as { thumbnail?: string }).thumbnail}`),
    ...checkNames(everything),
    ...everything.flatMap((each) => checkConditions(each, parameters)),
    ...everything.flatMap(({ name, valueValidators = [] }) =>
      valueValidators.flatMap(({ type }) => (VALIDATORS.includes(type) ? [] : `${name}: ${type} is not a validator`)),
    ),
    ...permissions.flatMap(({ param }) => param.urls ?? []).flatMap(checkAddress),
    ...permissions.flatMap(({ name, param }) => (param.allowedUrls === 'any' ? [`${name} allows any address`] : [])),
  ]
}

/** Lists every field, also in groups. Columns of tables are left out because they have names of their own. */
function listEverything(parameters: Parameter[]): Parameter[] {
  return parameters.flatMap((parameter) => [
    parameter,
    ...listEverything(parameter.subParams ?? []),
    ...(parameter.radioItems ?? []).flatMap(({ subParams = [] }) => listEverything(subParams)),
  ])
}

function checkNames(everything: Parameter[]): string[] {
  const names = everything.map(({ name }) => name)
  return names.flatMap((name, index) => (names.indexOf(name) < index ? `two fields have the name ${name}` : []))
}

function checkConditions({ name, enablingConditions = [] }: Parameter, parameters: Parameter[]): string[] {
  return enablingConditions.flatMap(({ paramName, paramValue, type }) => {
    const field = listFields(parameters).find((each) => each.name === paramName)
    if (!field) return `${name} depends on ${paramName}, which is not a field`
    const values = (field.selectItems ?? field.radioItems)?.map(({ value }) => value)
    return type === 'EQUALS' && values && !values.includes(`${paramValue}`)
      ? `${name} depends on ${paramName} being ${paramValue}, which it never is`
      : []
  })
}

/** A PNG, square, 48 to 96 pixels wide. Its header has width and height behind the signature, 16 bytes from its start. */
function checkThumbnail(address: string): string[] {
  const [, data = ''] = /^data:image\/png;base64,(.+)$/.exec(address) ?? []
  const bytes = Buffer.from(data, 'base64')
  if (bytes.toString('latin1', 1, 4) !== 'PNG' || bytes.length < 24) return ['the thumbnail is not a picture']
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width === height && width >= 48 && width <= 96 ? [] : [`the thumbnail is ${width} × ${height} pixels`]
}

/** A pattern of script addresses must name a host, or at least a folder. */
function checkAddress(address: string): string[] {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(\/.*)$/.exec(address) ?? []
  if (!host) return [`${address} does not begin with https://`]
  if (host === '*' && /^\/?\**$/.test(path)) return [`${address} allows any script`]
  return host === '*' || /^(\*\.)?[^*]+$/.test(host)
    ? []
    : [`${address}: a * in a host must stand alone or before a dot`]
}
