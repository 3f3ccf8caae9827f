import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { formatIssue } from './format-issue.ts'

/** Issues that a response lists; a long list in a body may have one for each entry. */
const maxIssues = 10

/** The name of a whole part of a request in messages. */
const partNames: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The path',
  headers: 'The headers',
}

/**
 * Validates a part of a request by its zod schema. Issues are a `BadRequestException` in the words of `formatIssue`: `<member>:
 * <problem>; …`.
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
