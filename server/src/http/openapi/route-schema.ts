import type { z } from 'zod'
import { type ErrorName, statusOf } from '../../errors.ts'
import type { Route } from '../operation.ts'
import { securityOf } from '../operation-auth.ts'
import { failure, policyFailure, success, tooManyRequests } from '../schema/envelope.ts'
import { errorsOf } from './errors-of.ts'

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
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: securityOf(route.auth),
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
