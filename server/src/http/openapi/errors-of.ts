import { z } from 'zod'
import { type ErrorName, upstreamErrors } from '../../errors.ts'
import { idempotencyErrors, isWrite } from '../idempotency/replay-hooks.ts'
import type { Route } from '../operation.ts'
import { authErrorsOf } from '../operation-auth.ts'
import { inputErrors } from '../schema/primitives.ts'
import { isWrapper } from '../unknown-members.ts'

/** The errors that an operation states, and those that follow from its parts. */
export function errorsOf(route: Route): readonly ErrorName[] {
  const { body, query, params, headers, auth, errors = [], loadClass, isConditional, callsUpstream } = route
  const inputs = [body, query, params].filter((input) => input !== undefined)
  return [
    ...(inputs.length > 0 || headers ? (['BadRequestException'] as const) : []),
    ...(body ? (['PayloadTooLargeException', 'UnsupportedMediaTypeException'] as const) : []),
    ...inputs
      .flatMap((input) => Array.from(schemasIn(input), (schema) => inputErrors.get(schema)?.error ?? []))
      .flat(),
    ...authErrorsOf(auth, isWrite(route)),
    ...errors,
    ...(isConditional ? (['PreconditionFailedException'] as const) : []),
    ...(callsUpstream ? upstreamErrors : []),
    ...(isWrite(route) ? idempotencyErrors : []),
    'InternalServerErrorException',
    ...(loadClass === 'system' ? withoutInput : (['ServiceUnavailableException'] as const)),
  ]
}

/** The one client error of an operation without input. */
export const withoutInput = ['RequestHeaderFieldsTooLargeException'] as const

/** A schema and all within it. */
function* schemasIn(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  yield schema
  for (const part of partsOf(schema)) yield* schemasIn(part)
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  if (isWrapper(schema)) return [schema.unwrap()]
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  return schema instanceof z.ZodObject ? Object.values<z.core.$ZodType>(schema.shape) : []
}
