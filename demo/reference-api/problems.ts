/** The problems of a body: `{"<field>": ["…"]}`. A nested field has a dotted path (`cart_items.0.product_id`). */
import type * as z from 'zod/mini'

export type Problems = Record<string, string[]>

export function toProblems(issues: z.core.$ZodIssue[]): Problems {
  const problems: Problems = {}
  for (const { path, message } of issues) {
    const field = path.join('.')
    problems[field] = [...(problems[field] ?? []), message]
  }
  return problems
}

/** Writes a sentence for the developer who reads the answer. Returns undefined for zod's own sentence. */
export function toSentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required.' : `This must be ${KINDS[issue.expected]}.`
    case 'too_small':
      return issue.origin === 'string' ? 'This must not be empty.' : `This must be ${issue.minimum} or more.`
    case 'too_big':
      return `This must be ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''} or less.`
    case 'invalid_value':
      return `This must be one of ${issue.values.map((value) => `"${String(value)}"`).join(', ')}.`
    case 'invalid_format':
      return FORMATS[issue.pattern ?? ''] ?? FORMATS[issue.format] ?? `This must match ${issue.pattern}.`
    default:
      return undefined // zod's own sentence
  }
}

const KINDS: Partial<Record<z.core.$ZodInvalidTypeExpected, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
}

/** The sentence of each format, by the contract's pattern or by zod's name. */
const FORMATS: Record<string, string> = {
  date: 'This must be a date such as 1990-12-31.',
}
