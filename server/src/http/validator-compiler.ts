import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { formatIssue } from './format-issue.ts'

/** A long list may have an issue for each entry. */
const maxIssues = 10

const partNames: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The path',
  headers: 'The headers',
}

/** Issues become one `BadRequestException`: `<member>: <problem>; …`. */
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
