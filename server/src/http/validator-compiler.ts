import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { formatIssue } from './format-issue.ts'

/** Issues of one request that are told; a long list in a body may have one for each entry. */
const maxIssues = 10

/** The subject of a sentence about a whole part of a request. */
const partNames: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The path',
  headers: 'The headers',
}

/**
 * Validates a part of a request by its zod schema. What is wrong is `BadRequestException`, in the words of
 * `formatIssue`: `<member>: <what is wrong>; …`.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const part = partNames[httpPart ?? ''] ?? 'The request'
  return (value: unknown) => {
    const result = schema.safeParse(value, { error: formatIssue })
    return result.success ? { value: result.data } : { error: toValidationError(result.error.issues, part) }
  }
}

function toValidationError(issues: readonly z.core.$ZodIssue[], part: string): AppError {
  const shown = issues.slice(0, maxIssues).map(({ path, message }) => `${path.join('.') || part}: ${message}`)
  const omitted = issues.length - shown.length
  return new AppError(
    'BadRequestException',
    [...shown, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; '),
  )
}
