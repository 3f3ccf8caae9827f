import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { hasUnknownMember, unknownMembers } from './unknown-members.ts'

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
    case 'invalid_union':
      return formatVariants(issue)
    default:
      return 'is not valid'
  }
}

/** Of a member that says which of several forms an object has. */
function formatVariants(issue: Extract<Issue, { readonly code: 'invalid_union' }>): string {
  const { discriminator, options, input } = issue as Issue & {
    readonly discriminator?: string
    readonly options?: readonly unknown[]
  }
  if (discriminator === undefined || !options?.length) return 'is not valid'
  const isGiven = Object(input)[discriminator] !== undefined
  return isGiven ? `is not one of ${options.map(String).join(', ')}` : 'is missing'
}

function verbFor(origin: string): string {
  return unitNames[origin] ? 'has' : 'is'
}

function unitOf(origin: string): string {
  const name = unitNames[origin]
  return name === undefined ? '' : ` ${name}`
}

/** In v1 and v2 only slips are rejected: clients of that interface send further members. */
export function rejectsUnknownMembers(url: string): boolean {
  return url.startsWith('/byname/')
}

/** Words for records: never ignored, because the records would be lost. */
const recordWords = new Set(['text', 'texts', 'addresses', 'coins', 'contentHash', 'records'])

/** A long list may have an issue for each entry. */
const maxIssues = 10

/** Each is compared with the known ones, which takes some microseconds. */
const maxUnknownMembers = 100

const partNames: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The path',
  headers: 'The headers',
}

/**
 * Issues become one `BadRequestException`: `<member>: <problem>; …`. Unknown members of bodies and queries are issues where
 * they are rejected (`rejectsUnknownMembers`). Elsewhere those are that resemble a known one, or name records.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart, url }) => {
  const part = partNames[httpPart ?? ''] ?? 'The request'
  const hasNames = httpPart === 'body' || httpPart === 'querystring'
  const rejectsUnknown = url !== undefined && rejectsUnknownMembers(url)
  return (value: unknown) => {
    const result = schema.safeParse(value, { error: formatIssue })
    const [parseErrors, formIssues] = partitionIssues(result.error?.issues ?? [])
    const unknown =
      hasNames && hasUnknownMember(schema, value)
        ? unknownMembers(schema, value)
            .take(maxUnknownMembers + 1)
            .toArray()
        : []
    const misnamed = unknown.filter(
      ({ path, nearest }) => rejectsUnknown || nearest !== undefined || recordWords.has(String(path.at(-1))),
    )
    const issues = [
      ...formIssues.map(({ path, message }) => `${path.join('.') || part}: ${message}`),
      ...misnamed.map(
        ({ path, nearest }) => `${path.join('.')}: is not known${nearest ? `; is it ${nearest}?` : ''}`,
      ),
      ...(unknown.length > maxUnknownMembers
        ? [`${part} has more than ${maxUnknownMembers} members that are not known`]
        : []),
    ]
    if (issues.length > 0) return { error: toValidationError([...new Set(issues)]) }
    const [refusal] = parseErrors
    if (refusal) return { error: refusal }
    // Safe: without an issue it succeeded.
    return { value: result.data }
  }
}

/** Values of the right form that their parser refuses (`parsed`) have errors of their own. */
function partitionIssues(all: readonly z.core.$ZodIssue[]) {
  const errorOf = (issue: z.core.$ZodIssue) => {
    const error: unknown = issue.code === 'custom' ? issue.params?.['error'] : undefined
    return error instanceof AppError ? error : undefined
  }
  return [
    all.flatMap((issue) => errorOf(issue) ?? []),
    all.filter((issue) => errorOf(issue) === undefined),
  ] as const
}

/** A response that its schema does not allow is a mistake of the service: 500. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const { data: encoded, error } = z.safeEncode(schema, data)
    if (error) throw new Error(`The response of ${method} ${url} is not as its schema.`, { cause: error })
    return JSON.stringify(encoded)
  }

function toValidationError(issues: readonly string[]): AppError {
  const shown = issues.slice(0, maxIssues)
  const omitted = issues.length - shown.length
  return new AppError(
    'BadRequestException',
    [...shown, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; '),
  )
}
