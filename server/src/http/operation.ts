import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Caller, SignedMessage } from '../core/context.ts'
import type { IfMatch } from '../core/if-match.ts'
import type { ErrorName } from '../errors.ts'
import type { Auth } from './credentials/operation-auth.ts'
import type { LoadClass } from './load-shedding/admission-control.ts'
import type { ResponseSize } from './openapi/response-size.ts'
import type { Tag } from './openapi/tags.ts'
import type { RateLimitQuotas } from './rate-limit/rate-limits.ts'
import type { OperationResponse } from './schema/primitives.ts'

/** Routes, validation, serialization and OpenAPI entries follow from it. */
interface Operation<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
  Headers extends z.ZodType,
  Result,
> {
  readonly summary: string
  /** Absent: that of its credentials says all. */
  readonly description?: string
  readonly auth: Auth
  /** Absent: that of a name. */
  readonly responseSize?: ResponseSize
  /** Absent: a few rows of the database. */
  readonly loadClass?: LoadClass
  /** The handler acquires its limits itself: its parts differ in class. */
  readonly selfLimited?: true
  /** Uses the operator's paid resources without a key, at a lower rate limit. */
  readonly expensive?: true
  /** Changes nothing, with any method (RFC 9110 §9.2.1). */
  readonly isSafe?: true
  /** In a successful response, shown once: it is not stored for retries. */
  readonly returnsSecret?: true
  /** Evaluates If-Match. */
  readonly isConditional?: true
  readonly body?: Body
  /** A form with one file, which is a `File`. Absent: JSON. */
  readonly multipart?: { readonly maxFileBytes: number }
  readonly query?: Query
  readonly params?: Params
  /** A loose object, since it parses all headers. */
  readonly headers?: Headers
  /** Fails when a chain or another service does; so does each operation that verifies a signature. */
  readonly callsUpstream?: true
  /** An operation that makes what this one is about: its response has path parameters, by the names of their fields. */
  readonly follows?: { readonly id: string; readonly params: Readonly<Record<string, string>> }
  /** Those that do not follow from the other members (`errorsOf`); absent: none. */
  readonly errors?: readonly ErrorName[]
  /** Replaces those of `errors`, by status. */
  readonly responses?: Readonly<Record<number, ResponseSchema>>
  /** Sends the serialized result itself, within the limits of the load class. Absent: in the envelope. */
  readonly respond?: Respond
  readonly handle: (
    request: RouteInput<z.output<Body>, z.output<Query>, z.output<Params>, z.output<Headers>>,
  ) => Promise<Result>
  readonly mounts: readonly Mount<
    Result,
    Pick<RouteInput<z.output<Body>, z.output<Query>, z.output<Params>, unknown>, 'body' | 'query' | 'params'>
  >[]
}

interface Mount<Result, Input> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly id: string
  readonly tag: Tag
  readonly response: OperationResponse<Result>
  /** Absent: 200. */
  readonly status?: 200 | 201
  /** Where existing clients accept no other; absent: the status. */
  readonly statusCode?: 200
  /** Absent: the form of the operation. */
  readonly input?: InputForm<Input>
  readonly summary?: string
  readonly description?: string
  readonly auth?: Auth
}

export type Respond = (
  exchange: { readonly context: Context; readonly request: FastifyRequest; readonly reply: FastifyReply },
  envelope: (data: unknown) => unknown,
  data: unknown,
) => Promise<unknown>

interface InputForm<Input> {
  readonly body: z.ZodType
  readonly read: (body: never) => Input
}

type ResponseSchema =
  | z.ZodType
  | {
      readonly description: string
      readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
    }

interface RouteInput<Body, Query, Params, Headers> {
  readonly context: Context
  readonly caller: Caller
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly headers: Headers
  /** RFC 8586; of a request by a cache or a service such as this one. */
  readonly cdnLoop: string | undefined
  /** Makes a path a URL; a URL stays unchanged. */
  readonly urlOf: (reference: string) => string
  /** Preconditions of the headers; absent also where the operation is not conditional. */
  readonly ifMatch: IfMatch | undefined
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
  readonly quotas: RateLimitQuotas
  /** Runs work within the limits of its load class. */
  readonly outbound: <T>(work: () => Promise<T>) => Promise<T>
  readonly listing: <T>(work: () => Promise<T>) => Promise<T>
  /** Limits the cost of a signature in the body; `caller` of one in the headers. */
  readonly admit: SignedMessage['admit']
}

/** Type-erased after the check. */
export interface Route
  extends Omit<Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodType, unknown>, 'handle' | 'mounts'> {
  readonly method: Mount<unknown, unknown>['method']
  readonly url: string
  readonly id: string
  readonly tag: Tag
  readonly data: z.ZodType
  readonly hasEtag: boolean
  /** Whether a client may ask for a state that it does not have. */
  readonly isRevalidated: boolean
  readonly status: 200 | 201
  readonly statusCode: 200 | 201
  readonly handle: (request: RouteInput<unknown, unknown, unknown, unknown>) => Promise<unknown>
}

/** Returns a route for each mount. */
export function operation<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Headers extends z.ZodType = z.ZodUndefined,
  Result = unknown,
>(definition: Operation<Body, Query, Params, Headers, Result>): readonly Route[] {
  const { mounts, body, query, params, ...shared } = eraseTypes(definition)
  const ownInput = { ...(body && { body }), ...(query && { query }), ...(params && { params }) }
  return mounts.map(({ response, input, status = 200, ...mount }) => ({
    statusCode: status,
    ...shared,
    ...mount,
    ...(input ? { body: input.body } : ownInput),
    status,
    data: response.data,
    hasEtag: response.etag !== undefined,
    isRevalidated: mount.method === 'GET' && response.etag !== undefined && response.isRevalidated !== false,
    handle: async (request) => {
      // Safe: `input.body`, whose output `read` takes, has parsed the body.
      const parts = input?.read(request.body as never)
      const result = await shared.handle({ ...request, ...parts })
      if (response.etag) request.setHeaders({ etag: response.etag(result) })
      return response.serialize(result)
    },
  }))
}

type ErasedOperation = Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodType, unknown>

/**
 * Safe: the only caller of `handle` is the route of `mountRoute`, whose input has been parsed by exactly the schemas of
 * `definition`.
 */
function eraseTypes(definition: unknown): ErasedOperation {
  return definition as ErasedOperation
}
