import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  file: 'a file',
}

const unitNames: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  file: 'bytes',
}

/**
 * Continues the name of the member: `is missing`, `has more than 200 entries`. A message of the schema takes
 * precedence.
 */
export function formatIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is missing'
        : `is not ${typeNames[issue.expected] ?? 'of the right type'}`
    case 'too_small':
      return issue.minimum === 1 && unitNames[issue.origin]
        ? 'is empty'
        : `${verbFor(issue.origin)} less than ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `${verbFor(issue.origin)} more than ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'is not a time in ISO 8601, such as 2030-01-01T00:00:00Z'
        : 'does not have the documented form'
    default:
      return 'is not valid'
  }
}

function verbFor(origin: string): string {
  return unitNames[origin] ? 'has' : 'is'
}

function unitOf(origin: string): string {
  const name = unitNames[origin]
  return name === undefined ? '' : ` ${name}`
}
