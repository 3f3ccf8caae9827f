import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authenticateApiKey } from '../core/auth/keys.ts'
import type { Caller, SignedMessage } from '../core/context.ts'
import { AppError } from '../errors.ts'
import { getHeader, toCaller } from './credentials/auth.ts'
import { credentialOf } from './credentials/credentials.ts'
import { prepareErrorReply } from './errors.ts'
import { type LoadClass, loadSubjectOf } from './load-shedding/admission-control.ts'
import { actorOf, admitChecks, type RouteDependencies } from './mount-route.ts'
import { recordApiRequest } from './requests/api-request-log.ts'

/** A caller with the context of its writes. */
export interface FacadeCaller {
  readonly context: Context
  readonly caller: Caller
}

/** One request to a facade: the interface of another service, beside the operations of this one. */
export interface FacadeRequest {
  readonly params: Readonly<Record<string, string>>
  /** A parameter that is sent twice is a list. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Without named members where none is sent, and where it is no object. */
  readonly body: Readonly<Record<string, unknown>>
  readonly header: (name: string) => string | undefined
  /** Without an API key. */
  readonly anonymous: FacadeCaller
  /** Counts the request for the key. @throws AppError `InvalidApiKeyException`, `OriginNotAllowedException`. */
  readonly authenticate: (key: string) => Promise<FacadeCaller>
  /** Counts the request against the lower limit of addresses too. @throws AppError `TooManyRequestsException`. */
  readonly countExpensive: () => Promise<void>
  /** Limits the cost of a signature that the body has. */
  readonly admit: SignedMessage['admit']
  /** Runs work within the limits of a load class, of the key if one is authenticated. */
  readonly within: <T>(loadClass: LoadClass, work: () => Promise<T>) => Promise<T>
}

export interface FacadeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, all else as JSON. */
  readonly body: string | object
}

export interface FacadeRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  /** Which requests are shed first. */
  readonly loadClass?: LoadClass
  readonly isWrite?: true
  /** Counts against the lower limit of addresses. */
  readonly expensive?: true
  readonly handle: (request: FacadeRequest) => Promise<FacadeResponse>
}

/** An error in the words of the other service. `cause`: the one of this service, whose name is in `x-error`. */
export class FacadeError extends Error {
  override readonly name = 'FacadeError'
  readonly response: Required<Pick<FacadeResponse, 'status' | 'body'>>
  override readonly cause: AppError

  constructor(status: number, body: object, cause: AppError) {
    super(`The request failed with the status ${status}.`)
    this.response = { status, body }
    this.cause = cause
  }
}

export interface Facade {
  readonly routes: readonly FacadeRoute[]
  /** The body of an error of this service. */
  readonly errorBody: (error: AppError) => object
}

/**
 * Mounts routes with a body parser and an error form of their own. The bounds of operations hold: admission, limits by address
 * and by key, size of the body. Order: admission and the limit by address, the body, the handler.
 */
export async function mountFacade(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  { routes, errorBody }: Facade,
): Promise<void> {
  await app.register(async (scope) => {
    registerAnyJson(scope)
    scope.setErrorHandler((thrown, request, reply) => sendError(thrown, request, reply, errorBody))
    for (const route of routes) mountFacadeRoute(scope, dependencies, route)
  })
}

/** Of any type: clients of such services send JSON as text too. An empty body is an empty object. */
function registerAnyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) =>
    body.trim() === '' ? done(null, {}) : parse(request, body, done),
  )
}

function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  errorBody: (error: AppError) => object,
): FastifyReply {
  const known = thrown instanceof FacadeError ? thrown : undefined
  const error = prepareErrorReply(known?.cause ?? thrown, request, reply)
  const { status, body } = known?.response ?? { status: error.status, body: errorBody(error) }
  return reply
    .code(status)
    .header('x-error', error.name)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function mountFacadeRoute(app: FastifyInstance, dependencies: RouteDependencies, route: FacadeRoute): void {
  const { context, rateLimits, admission } = dependencies
  const { method, url, loadClass, isWrite = false, expensive = false } = route
  app.route({
    method,
    url,
    onRequest: async (request, reply) => {
      admission.assertAdmitted(loadClass)
      rateLimits.limitByIp(request, reply, expensive)
      reply.header('cache-control', 'no-store')
    },
    onResponse: async (request, reply) => recordApiRequest(context, request, reply),
    handler: async (request, reply) => {
      const {
        status = 200,
        headers = {},
        body,
      } = await route.handle(toFacadeRequest(dependencies, request, reply, expensive))
      if (isWrite) context.trafficCounter.addWrite()
      const type = typeof body === 'string' ? 'text/plain' : 'application/json'
      return reply
        .code(status)
        .headers(headers)
        .type(`${type}; charset=utf-8`)
        .send(typeof body === 'string' ? body : JSON.stringify(body))
    },
  })
}

/**
 * Operations refuse it by their schemas: PostgreSQL neither stores nor compares it.
 *
 * @throws AppError `BadRequestException` for U+0000 in a text, at any depth.
 */
function assertStorable(input: unknown): void {
  const pending: unknown[] = [input]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string' && value.includes('\0'))
      throw new AppError('BadRequestException', 'A text holds the character U+0000, which is not allowed.')
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) pending.push(name, member)
  }
}

function toFacadeRequest(
  dependencies: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  isExpensive: boolean,
): FacadeRequest {
  const { context, rateLimits, admission } = dependencies
  const { body } = request
  assertStorable([request.params, request.query, body])
  return {
    // Safe: as `parseQuery` and the router have them.
    params: request.params as FacadeRequest['params'],
    query: request.query as FacadeRequest['query'],
    // Safe: what is no object has no named members.
    body: { ...(body as object | null | undefined) },
    header: (name) => getHeader(request, name),
    anonymous: toFacadeCaller(dependencies, request, reply, isExpensive),
    authenticate: async (key) => {
      const apiKey = await authenticateApiKey(context, key, getHeader(request, 'origin'))
      request.setDecorator('credential', { apiKey })
      rateLimits.limitByCredential(request, reply)
      return toFacadeCaller(dependencies, request, reply, isExpensive)
    },
    countExpensive: () => rateLimits.quotasFor(request, reply).expensive.consume(),
    admit: admitChecks(dependencies, request, reply, { isExpensive, isOutbound: true }),
    within: (loadClass, work) => admission.runWithinLimits(loadClass, loadSubjectOf(request, false), work),
  }
}

function toFacadeCaller(
  dependencies: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  isExpensive: boolean,
): FacadeCaller {
  const { context, rateLimits } = dependencies
  const credential = credentialOf(request)
  const cdnLoop = request.headers['cdn-loop']?.toString()
  const admit = admitChecks(dependencies, request, reply, { isExpensive, isOutbound: false })
  return {
    context: {
      ...context,
      outbound: context.outboundFor({ key: loadSubjectOf(request, false).client, cdnLoop }),
      writeMeter: rateLimits.writeMeterFor(request, reply),
      cause: { actor: actorOf(credential), requestId: request.id },
    },
    caller: toCaller(request, credential, admit, context.config.publicUrl),
  }
}
