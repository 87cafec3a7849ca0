/** Reads a custom template of Google Tag Manager. Its text has sections, and each begins with a line such as `___INFO___`. */

export interface Parameter {
  type: string
  name: string
  defaultValue?: unknown
  enablingConditions?: { paramName: string; paramValue?: unknown; type: string }[]
  valueValidators?: { type: string; args?: unknown[] }[]
  simpleTableColumns?: Parameter[]
  selectItems?: { value: unknown }[]
  subParams?: Parameter[]
  radioItems?: { value: string; subParams?: Parameter[] }[]
}

/** The details of a permission. Each permission has some of these keys. */
export interface PermissionParam {
  /** Each with its `consentType`, `read` and `write`. */
  consentTypes?: Record<string, string | boolean>[]
  /** Each with its `key`, `read`, `write` and `execute`. */
  keys?: Record<string, string | boolean>[]
  urls?: string[]
  allowedUrls?: string
  eventDataAccess?: string
  allowedKeys?: string
  keyPatterns?: string[]
}

export interface Permission {
  name: string
  param: PermissionParam
}

/** A template runs in the page or in a server container. */
export type Context = 'WEB' | 'SERVER'

export interface Template {
  context: Context
  parameters: Parameter[]
  code: string
  permissions: Permission[]
}

/** The two sections that depend on where a template runs. */
const CODE: Record<Context, string> = {
  WEB: 'SANDBOXED_JS_FOR_WEB_TEMPLATE',
  SERVER: 'SANDBOXED_JS_FOR_SERVER',
}
const PERMISSIONS: Record<Context, string> = { WEB: 'WEB_PERMISSIONS', SERVER: 'SERVER_PERMISSIONS' }

/** Lists the sections in the order in which Tag Manager exports them. */
const toSections = (context: Context) => [
  'TERMS_OF_SERVICE',
  'INFO',
  'TEMPLATE_PARAMETERS',
  CODE[context],
  PERMISSIONS[context],
  'TESTS',
  'NOTES',
]

/** Throws an Error if Tag Manager would not import the text, or would export another one. */
export function parseTemplate(text: string): Template {
  const context = text.includes(`___${CODE.SERVER}___`) ? 'SERVER' : 'WEB'
  const sections = parseSections(text, toSections(context))
  const get = (name: string) => sections.get(name) ?? ''
  return {
    context,
    parameters: JSON.parse(get('TEMPLATE_PARAMETERS')) as Parameter[],
    code: get(CODE[context]),
    permissions: parsePermissions(get(PERMISSIONS[context])),
  }
}

function parseSections(text: string, expected: string[]): Map<string, string> {
  const [before, ...parts] = text.split(/^___([A-Z_]+)___$/m)
  if (before?.trim()) throw new Error('There is text before the first section.')
  const names = parts.filter((_, index) => index % 2 === 0)
  if (names.join() !== expected.join())
    throw new Error(`The sections are ${names.join(', ')}, not ${expected.join(', ')}.`)
  const bodies = new Map(names.map((name, index) => [name, (parts[index * 2 + 1] ?? '').trim()]))
  for (const [name, body] of bodies) if (!body) throw new Error(`The section ${name} is empty.`)
  return bodies
}

/** Reads a value of a permission. A number names its type. */
type Typed =
  | { type: 1; string: string }
  | { type: 2; listItem: Typed[] }
  | { type: 3; mapKey: Typed[]; mapValue: Typed[] }
  | { type: 8; boolean: boolean }

interface RawPermission {
  instance: { key: { publicId: string; versionId: string }; param: { key: string; value: Typed }[] }
  isRequired: boolean
}

function parsePermissions(text: string): Permission[] {
  const raw: RawPermission[] = JSON.parse(text)
  return raw.map(({ instance: { key, param } }) => ({
    name: key.publicId,
    param: Object.fromEntries(param.map(({ key, value }) => [key, toPlain(value)])),
  }))
}

function toPlain(value: Typed): unknown {
  switch (value.type) {
    case 1:
      return value.string
    case 2:
      return value.listItem.map(toPlain)
    case 3:
      return Object.fromEntries(
        value.mapKey.map((key, index) => [toPlain(key), toPlain(value.mapValue[index] as Typed)]),
      )
    case 8:
      return value.boolean
    default:
      throw new Error(`A permission has a value of an unknown type: ${JSON.stringify(value)}`)
  }
}

/** Lists every parameter that has a value, also within groups and below radio buttons. */
export function listFields(parameters: Parameter[]): Parameter[] {
  return parameters.flatMap((parameter) => {
    const within = [
      ...(parameter.subParams ?? []),
      ...(parameter.radioItems ?? []).flatMap((item) => item.subParams ?? []),
    ]
    const own = ['GROUP', 'LABEL'].includes(parameter.type) ? [] : [parameter]
    return [...own, ...listFields(within)]
  })
}

/** Returns a tag's values as a merchant fills them in. Throws if the template does not have a field. */
export function fillIn(parameters: Parameter[], values: Record<string, unknown>): Record<string, unknown> {
  const fields = listFields(parameters)
  const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name))
  if (unknown) throw new Error(`The template has no field ${unknown}.`)
  const defaults = fields.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [[name, defaultValue]],
  )
  return { ...Object.fromEntries(defaults), ...values }
}
