import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Caller, CallerApiKey, SignedMessage } from '../core/caller.ts'
import { AppError, type ErrorName, statusOf } from '../errors.ts'
import { type AuthScheme, authErrors, authenticateRequest, openapiSecurity, toCaller } from './auth.ts'
import { baseUrl } from './base-url.ts'
import type { AdmissionControl, LoadClass } from './load-shedding/admission-control.ts'
import { readMultipart } from './multipart.ts'
import { clientKey } from './rate-limit/client-key.ts'
import type { RateLimitQuotas, RateLimits } from './rate-limit/rate-limits.ts'
import { failure, success, tooManyRequests } from './schema/envelope.ts'

/**
 * One operation of the interface: where it is mounted, what it asks for, what it answers. From this one value come
 * the route, its validation, its serializer and its entry in the OpenAPI document.
 */
interface RouteDefinition<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
  Data extends z.ZodType,
  Headers extends z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly auth: AuthScheme
  /** What it asks of this service, where that is not a few rows of the database. */
  readonly loadClass?: LoadClass
  /** Whether its handler takes places part by part, because a part that waits must not hold the place of another kind. */
  readonly selfLimited?: true
  /** Whether a stranger spends what is the operator's with it, and so is limited further. */
  readonly expensive?: true
  readonly body?: Body
  /** Whether the body is multipart/form-data, with files as `File`; absent: JSON. */
  readonly multipart?: true
  readonly query?: Query
  readonly params?: Params
  /** Headers beside those of the credentials; a loose object, for it is all that is left of the request's headers. */
  readonly headers?: Headers
  /** Payload of the envelope. */
  readonly data: Data
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201
  /** `statusCode` of the envelope of a success, where existing clients believe no other; absent: the status itself. */
  readonly statusCode?: 200
  /** Failures beyond those that follow from input and credentials. */
  readonly errors: readonly ErrorName[]
  /** Answers outside the envelope, or beyond it, by status; they take the place of those that `errors` makes. */
  readonly responses?: Readonly<Record<number, ResponseSchema>>
  readonly handle: (
    request: RouteInput<z.output<Body>, z.output<Query>, z.output<Params>, z.output<Headers>>,
  ) => Promise<z.input<Data>>
}

/** The body of an answer, or its bodies by content type. */
type ResponseSchema =
  | z.ZodType
  | {
      readonly description: string
      readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
    }

/** What a handler gets: everything validated. */
interface RouteInput<Body, Query, Params, Headers> {
  readonly context: Context
  readonly caller: Caller
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly headers: Headers
  /** Makes a URL of a path relative to this service; a URL stays as it is. */
  readonly urlOf: (reference: string) => string
  /** Adds headers to the answer. */
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
  /** How often the client's address may still do what is limited. */
  readonly quotas: RateLimitQuotas
  /** Runs what reads chains, or lists, as far as there is room; for operations that do not always. */
  readonly outbound: <T>(work: () => Promise<T>) => Promise<T>
  readonly listing: <T>(work: () => Promise<T>) => Promise<T>
  /** Bounds what a signature may cost that comes in the body; that of the headers is in `caller` with it. */
  readonly admit: SignedMessage['admit']
}

/** What routes are mounted with. */
export interface RouteDependencies {
  readonly context: Context
  readonly rateLimits: RateLimits
  readonly admission: AdmissionControl
}

/** A definition whose types have been checked and forgotten, so that routes can stand in one list. */
export type Route = Omit<RouteDefinition<z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType>, 'handle'> & {
  readonly handle: (request: RouteInput<unknown, unknown, unknown, unknown>) => Promise<unknown>
}

/** Defines an operation; `handle` sees the types of its schemas. */
export function route<
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodUndefined,
  Headers extends z.ZodType = z.ZodUndefined,
>(definition: RouteDefinition<Body, Query, Params, Data, Headers>): Route {
  return eraseTypes(definition)
}

/** The same operation under another path. */
export function alias(original: Route, url: string, id: string): Route {
  return { ...original, url, id }
}

/**
 * Safe because the only caller of `handle` is the route made by `mount`, whose body, query, params and headers have
 * been parsed by exactly the schemas that `definition` carries.
 */
function eraseTypes(definition: unknown): Route {
  return definition as Route
}

/**
 * Mounts an operation: whether there is room, the limits and the key before the body is read, then validation, then the
 * handler, whose result is put into the envelope.
 */
export function mountRoute(
  app: FastifyInstance,
  { context, rateLimits, admission }: RouteDependencies,
  route: Route,
): void {
  const { loadClass, selfLimited = false, expensive = false, status = 200, statusCode = status } = route
  const requiresBody = route.body?.safeParse(undefined).success === false
  const urlOf = (reference: string) => new URL(reference, `${baseUrl(context, app)}/`).href
  app.route({
    method: route.method,
    url: route.url,
    schema: fastifySchema(route, status, statusCode),
    onRequest: async (request, reply) => {
      admission.assertAdmitted(loadClass)
      if (loadClass !== 'system') rateLimits.limitByIp(request, reply, expensive)
      if (route.auth === 'payment') rejectHead(request, reply)
      const key = await authenticateRequest(context, route.auth, request)
      if (key) rateLimits.limitByKey(key, reply)
      request.setDecorator('apiKey', key)
    },
    preValidation: async (request) => {
      if (route.multipart) request.body = await readMultipart(request)
      if (requiresBody && request.body === undefined)
        throw new AppError('BadRequestException', 'The body is empty.')
    },
    handler: async (request, reply) => {
      const { body, query, params, headers } = request
      const client = clientKey(request.ip)
      const outbound = <T>(work: () => Promise<T>) => admission.runWithinLimits('outbound', client, work)
      const listing = <T>(work: () => Promise<T>) => admission.runWithinLimits('listing', client, work)
      const limitSignatureCheck = rateLimits.signatureCheckLimiter(request, reply, expensive)
      const admit: SignedMessage['admit'] = async (signer, check) => {
        limitSignatureCheck(signer)
        // An operation that reads chains in any case has its place already.
        return loadClass === 'outbound' ? check() : outbound(check)
      }
      const caller = toCaller(request, request.getDecorator<CallerApiKey | undefined>('apiKey'), admit)
      const cdnLoop = request.headers['cdn-loop']?.toString()
      const input = {
        context: { ...context, outbound: context.outboundFor({ key: client, cdnLoop }) },
        caller,
        body,
        query,
        params,
        headers,
        urlOf,
        setHeaders: (added: Readonly<Record<string, string>>) => void reply.headers(added),
        quotas: rateLimits.quotasFor(request, reply),
        outbound,
        listing,
        admit,
      }
      const data = await admission.runWithinLimits(selfLimited ? undefined : loadClass, client, () =>
        route.handle(input),
      )
      return reply.code(status).send({ statusCode, result: { data, error: null } })
    },
  })
}

/** Refuses HEAD on a paid operation: its answer has no body, so it must not cost a payment. */
function rejectHead({ method, url }: FastifyRequest, reply: FastifyReply): void {
  if (method !== 'HEAD') return
  reply.header('allow', 'GET')
  throw new AppError('MethodNotAllowedException', `${pathWithoutQuery(url)} takes GET.`)
}

function fastifySchema(route: Route, status: number, statusCode: number) {
  const { body, query, params, headers } = route
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: openapiSecurity[route.auth],
    ...(body && { body }),
    ...(route.multipart && { consumes: ['multipart/form-data'] }),
    ...(query && { querystring: query }),
    ...(params && { params }),
    ...(headers && { headers }),
    response: {
      [status]: success(route.data, statusCode),
      ...errorResponsesOf(route),
      ...(route.loadClass !== 'system' && { 429: tooManyRequests }),
      ...route.responses,
    },
  }
}

/**
 * The failures of an operation: those that follow from its input and credentials, its own, and that there is no room for it
 * or no database.
 */
function errorResponsesOf(route: Route): Record<number, z.ZodType> {
  const hasInput = route.body ?? route.query ?? route.params ?? route.headers
  return errorResponses([
    ...(hasInput ? (['BadRequestException'] as const) : []),
    ...(route.body ? (['PayloadTooLargeException', 'UnsupportedMediaTypeException'] as const) : []),
    ...authErrors[route.auth],
    ...route.errors,
    'InternalServerErrorException',
    ...(route.loadClass === 'system' ? [] : (['ServiceUnavailableException'] as const)),
  ])
}

/** Failures as responses of the document: one entry a status, naming each wire name that it may carry. */
export function errorResponses(
  names: readonly ErrorName[],
  body: z.ZodType = failure,
): Record<number, z.ZodType> {
  const byStatus = Map.groupBy(new Set(names), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [status, body.describe(group.join(', '))] as const),
  )
}

/** Every method of HTTP that a path of ours could be asked with. */
const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers the methods that `routes` do not: 405 (RFC 9110 §15.5.6), with the list of those that their path takes. */
export function rejectOtherMethods(
  app: FastifyInstance,
  routes: readonly { readonly url: string; readonly method: HTTPMethods }[],
): void {
  for (const [url, group] of Map.groupBy(routes, (route) => route.url)) {
    const allowed = group.map(({ method }) => method)
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      schema: { hide: true },
      handler: (request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new AppError(
          'MethodNotAllowedException',
          `${pathWithoutQuery(request.url)} takes ${allowed.join(', ')}.`,
        )
      },
    })
  }
}

/** The path of a request target, without its query. */
export function pathWithoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}
