import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { formatIssue } from './format-issue.ts'
import { rejectsUnknownMembers, unknownMembers } from './unknown-members.ts'

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
    const unknown = hasNames
      ? unknownMembers(schema, value)
          .take(maxUnknownMembers + 1)
          .toArray()
      : []
    const misnamed = unknown.filter(
      ({ path, nearest }) => rejectsUnknown || nearest !== undefined || recordWords.has(String(path.at(-1))),
    )
    const issues = [
      ...(result.error?.issues ?? []).map(({ path, message }) => `${path.join('.') || part}: ${message}`),
      ...misnamed.map(
        ({ path, nearest }) => `${path.join('.')}: is not known${nearest ? `; is it ${nearest}?` : ''}`,
      ),
      ...(unknown.length > maxUnknownMembers
        ? [`${part} has more than ${maxUnknownMembers} members that are not known`]
        : []),
    ]
    return result.success && issues.length === 0
      ? { value: result.data }
      : { error: toValidationError([...new Set(issues)]) }
  }
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
