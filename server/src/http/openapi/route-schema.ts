import { z } from 'zod'
import { type ErrorName, statusOf, upstreamErrors } from '../../errors.ts'
import { authErrorsOf, describeNeeds, securityOf } from '../credentials/operation-auth.ts'
import type { Route } from '../operation.ts'
import { idempotencyErrors, isWrite } from '../requests/idempotency.ts'
import { isWrapper } from '../requests/unknown-members.ts'
import { failure, policyFailure, success, tooManyRequests } from '../schema/envelope.ts'
import { inputErrors } from '../schema/primitives.ts'
import { maxResponseBytes } from './response-size.ts'

/** The errors that an operation states, and those that follow from its parts. */
function errorsOf(route: Route): readonly ErrorName[] {
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

type RouteSchema = ReturnType<typeof buildSchema>

const schemas = new WeakMap<Route, RouteSchema>()

/** Built once for a route: all services of a process and the document share it. */
export function routeSchema(route: Route): RouteSchema {
  const schema = schemas.get(route) ?? buildSchema(route)
  schemas.set(route, schema)
  return schema
}

function buildSchema(route: Route) {
  const { body, query, params, headers, status } = route
  return {
    operationId: route.id,
    tag: route.tag,
    summary: route.summary,
    description: [route.description, describeNeeds(route.auth)]
      .filter((part) => part !== undefined)
      .join(' '),
    security: securityOf(route.auth),
    maxBytes: maxResponseBytes[route.responseSize ?? 'name'],
    ...(body && { body }),
    ...(route.multipart && { consumes: ['multipart/form-data'] }),
    ...(query && { querystring: query }),
    ...(params && { params }),
    ...(headers && { headers }),
    response: {
      [status]: success(route.data, route.statusCode),
      ...errorResponses(errorsOf(route)),
      ...(route.loadClass !== 'system' && { 429: tooManyRequests }),
      ...route.responses,
    },
  }
}

export function errorResponses(
  names: readonly ErrorName[],
  body: z.ZodType = failure,
): Record<number, z.ZodType> {
  const byStatus = Map.groupBy(new Set(names), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const schema = group.includes('PolicyRefusedException') ? policyFailure : body
      return [status, describeOnce(schema, group.join(', '))] as const
    }),
  )
}

const described = new WeakMap<z.ZodType, Map<string, z.ZodType>>()

/** A description is a copy of its schema, and most routes share theirs: 82 copies in place of 1,168. */
function describeOnce(schema: z.ZodType, description: string): z.ZodType {
  const copies = described.get(schema) ?? new Map<string, z.ZodType>()
  described.set(schema, copies)
  const copy = copies.get(description) ?? schema.describe(description)
  copies.set(description, copy)
  return copy
}
