import type { z } from 'zod'
import type { Route } from '../operation.ts'
import { isWrite } from '../requests/idempotency.ts'
import { rejectsUnknownMembers } from '../requests/validation.ts'
import { headersOf } from './headers.ts'
import type { Tag } from './tags.ts'
import type { JsonSchema, OperationObject, ParameterObject, ResponseObject } from './types.ts'

/** An operation with the schemas of its parts, as it is mounted. */
export interface Operation {
  readonly method: string
  readonly url: string
  readonly schema: OperationSchema
  /** Absent: of a protocol with responses of its own form. */
  readonly route?: Route
}

/** What the framework and the document need. */
interface OperationSchema {
  readonly operationId: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  /** Of a response; absent: of a file. */
  readonly maxBytes?: number | undefined
  readonly consumes?: readonly string[]
  readonly body?: z.ZodType
  readonly querystring?: z.ZodType
  readonly params?: z.ZodType
  readonly headers?: z.ZodType
  readonly response: Readonly<Record<string, ResponseSchema>>
}

type ResponseSchema =
  | z.ZodType
  | {
      readonly description: string
      readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
    }

type ReadSchema = (key: string) => JsonSchema | undefined

const locations = { querystring: 'query', params: 'path', headers: 'header' } as const
type ParameterPart = keyof typeof locations
const parameterParts: readonly ParameterPart[] = ['querystring', 'params', 'headers']

/** The parts of requests to convert, by a key. */
export function requestParts({ schema }: Operation): readonly (readonly [string, z.ZodType])[] {
  return ([...parameterParts, 'body'] as const).flatMap((part) => {
    const of = schema[part]
    return of ? [[`${schema.operationId} ${part}`, of] as const] : []
  })
}

/** Those of responses. */
export function responseParts({ schema }: Operation): readonly (readonly [string, z.ZodType])[] {
  return Object.entries(schema.response).flatMap(([status, response]) =>
    Object.entries(contentOf(response)).map(
      ([type, media]) => [`${schema.operationId} ${status} ${type}`, media.schema] as const,
    ),
  )
}

function contentOf(response: ResponseSchema) {
  return 'content' in response ? response.content : { 'application/json': { schema: response } }
}

/** `request` and `response` return the converted parts. */
export function operationObject(
  operation: Operation,
  request: ReadSchema,
  response: ReadSchema,
): OperationObject {
  const {
    operationId,
    summary,
    tag,
    description,
    security,
    maxBytes,
    consumes = ['application/json'],
  } = operation.schema
  const parameters = parameterParts.flatMap((part) => parametersIn(part, request(`${operationId} ${part}`)))
  const open = request(`${operationId} body`)
  const body = open && rejectsUnknownMembers(operation.url) ? withoutUnknownMembers(open) : open
  return {
    operationId,
    summary,
    tags: [tag.name],
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !isNullable(body),
        content: Object.fromEntries(consumes.map((type) => [type, { schema: body }])),
        ...(body.description && { description: body.description }),
      },
    }),
    security,
    ...(maxBytes !== undefined && { 'x-max-response-bytes': maxBytes }),
    responses: responsesOf(operation, response),
  }
}

/** In all objects of a schema; those of requests have no references. */
function withoutUnknownMembers(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, withoutUnknownMembers(member)]),
      ),
      additionalProperties: false,
    }),
    ...(items && { items: withoutUnknownMembers(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutUnknownMembers) }),
    ...(oneOf && { oneOf: oneOf.map(withoutUnknownMembers) }),
  }
}

function isNullable({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type }) => type === 'null')
}

function parametersIn(
  part: ParameterPart,
  { properties = {}, required = [] }: JsonSchema = {},
): readonly ParameterObject[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    schema,
    in: locations[part],
    name,
    required: part === 'params' || required.includes(name),
    ...(description && { description }),
  }))
}

function responsesOf({ schema, route }: Operation, read: ReadSchema): Record<string, ResponseObject> {
  const stated = Object.entries(schema.response).map(([status, response]): [string, ResponseObject] => {
    const content = Object.keys(contentOf(response)).map((type) => {
      const { $ref, ...json } = read(`${schema.operationId} ${status} ${type}`) ?? {}
      // Its description is that of the response.
      return [type, { schema: $ref ? { $ref } : json }] as const
    })
    return [status, { description: response.description ?? '', content: Object.fromEntries(content) }]
  })
  const responses: readonly [string, ResponseObject][] = [
    ...stated,
    ...(route?.isRevalidated ? [notModified] : []),
  ]
  const traits = {
    isLimited: '429' in schema.response,
    isWrite: route !== undefined && isWrite(route),
    hasEtag: route?.hasEtag === true,
  }
  return Object.fromEntries(
    responses.map(([status, response]) => [status, { ...response, headers: headersOf(status, traits) }]),
  )
}

const notModified: [string, ResponseObject] = [
  '304',
  { description: 'The state that the client has is current.' },
]
