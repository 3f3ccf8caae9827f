import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Caller, SignedMessage } from '../core/caller.ts'
import type { ErrorName } from '../errors.ts'
import type { AuthScheme } from './auth.ts'
import type { LoadClass } from './load-shedding/admission-control.ts'
import type { Tag } from './openapi/tags.ts'
import type { RateLimitQuotas } from './rate-limit/rate-limits.ts'
import type { Answer } from './schema/answer.ts'

/**
 * One operation of the interface: its requirements, its handler, and its mounts. Its routes, their validation and
 * serialization, and their entries in the OpenAPI document follow from this value.
 */
interface Operation<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
  Headers extends z.ZodType,
  Result,
> {
  readonly summary: string
  readonly description: string
  readonly auth: AuthScheme
  /** The concurrency limit that it counts towards; absent for a few rows of the database. */
  readonly loadClass?: LoadClass
  /** Whether the handler acquires its limits itself, because its parts belong to different classes. */
  readonly selfLimited?: true
  /** Whether a caller without a key can make it use paid resources of the operator: it has a lower rate limit. */
  readonly expensive?: true
  readonly body?: Body
  /** Whether the body is multipart/form-data, with files as `File`; absent: JSON. */
  readonly multipart?: true
  readonly query?: Query
  readonly params?: Params
  /** Headers besides the credentials; a loose object, since it parses all headers of the request. */
  readonly headers?: Headers
  /** Errors of the verb; those of input, credentials and load are added. */
  readonly errors: readonly ErrorName[]
  /** Responses outside the envelope, or with more than it has, by status; they replace those of `errors`. */
  readonly responses?: Readonly<Record<number, ResponseSchema>>
  readonly handle: (
    request: RouteInput<z.output<Body>, z.output<Query>, z.output<Params>, z.output<Headers>>,
  ) => Promise<Result>
  readonly mounts: readonly Mount<
    Result,
    Pick<RouteInput<z.output<Body>, z.output<Query>, z.output<Params>, unknown>, 'body' | 'query' | 'params'>
  >[]
}

/** One path of an operation, with the differences between its versions. */
interface Mount<Result, Input> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly id: string
  readonly tag: Tag
  readonly answer: Answer<Result>
  /** Success status; absent: 200. */
  readonly status?: 200 | 201
  /** `statusCode` of a success's envelope, where existing clients accept no other; absent: the status. */
  readonly statusCode?: 200
  /** The request's form here, if it differs from that of the operation. */
  readonly input?: InputForm<Input>
  readonly summary?: string
  readonly description?: string
  readonly auth?: AuthScheme
}

/** The schema of a complete body, and how it is read. */
interface InputForm<Input> {
  readonly body: z.ZodType
  readonly read: (body: never) => Input
}

/** The body of a response, or its bodies by content type. */
type ResponseSchema =
  | z.ZodType
  | {
      readonly description: string
      readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
    }

/** The validated request, with the services of the request's client. */
interface RouteInput<Body, Query, Params, Headers> {
  readonly context: Context
  readonly caller: Caller
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly headers: Headers
  /** Makes the URL of a path relative to this service; a URL stays unchanged. */
  readonly urlOf: (reference: string) => string
  /** Adds headers to the response. */
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
  /** Rate limits of the client's address. */
  readonly quotas: RateLimitQuotas
  /** Runs work that reads chains, or lists, within the limits of that class. */
  readonly outbound: <T>(work: () => Promise<T>) => Promise<T>
  readonly listing: <T>(work: () => Promise<T>) => Promise<T>
  /** Limits the cost of a signature in the body; `caller` limits that of the headers. */
  readonly admit: SignedMessage['admit']
}

/** One mounted operation, type-erased after the check. */
export interface Route
  extends Omit<Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodType, unknown>, 'handle' | 'mounts'> {
  readonly method: Mount<unknown, unknown>['method']
  readonly url: string
  readonly id: string
  readonly tag: Tag
  readonly data: z.ZodType
  readonly status: 200 | 201
  readonly statusCode: 200 | 201
  readonly handle: (request: RouteInput<unknown, unknown, unknown, unknown>) => Promise<unknown>
}

/** Defines an operation and returns its routes, one for each mount; `handle` has the types of its schemas. */
export function operation<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Headers extends z.ZodType = z.ZodUndefined,
  Result = unknown,
>(definition: Operation<Body, Query, Params, Headers, Result>): readonly Route[] {
  const { mounts, body, query, params, ...shared } = eraseTypes(definition)
  const ownInput = { ...(body && { body }), ...(query && { query }), ...(params && { params }) }
  return mounts.map(({ answer, input, status = 200, ...mount }) => ({
    statusCode: status,
    ...shared,
    ...mount,
    ...(input ? { body: input.body } : ownInput),
    status,
    data: answer.data,
    handle: async (request) => {
      // Safe: `input.body`, whose output `read` takes, has parsed the body.
      const parts = input?.read(request.body as never)
      return answer.serialize(await shared.handle({ ...request, ...parts }))
    },
  }))
}

type ErasedOperation = Operation<z.ZodType, z.ZodType, z.ZodType, z.ZodType, unknown>

/**
 * Safe: the only caller of `handle` is the route of `mountRoute`, whose body, query, params and headers have been parsed by
 * exactly the schemas of `definition`.
 */
function eraseTypes(definition: unknown): ErasedOperation {
  return definition as ErasedOperation
}
