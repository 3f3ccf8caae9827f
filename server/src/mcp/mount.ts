import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { deferImport } from '../async/defer-import.ts'
import { authenticateApiKey } from '../core/auth/keys.ts'
import { deriveSecret } from '../core/derived-secret.ts'
import { AppError } from '../errors.ts'
import { getHeader } from '../http/credentials/auth.ts'
import { credentialOf, presentedApiKey } from '../http/credentials/credentials.ts'
import { isOwnPage, loopbackHosts } from '../http/credentials/own-origin.ts'
import { prepareErrorReply } from '../http/errors.ts'
import { createInFlightLimiter, loadSubjectOf } from '../http/load-shedding/admission-control.ts'
import type { RouteDependencies } from '../http/mount-route.ts'
import { toolsMetadataUrl } from '../http/oauth.ts'
import { baseUrl } from '../http/requests/url.ts'
import { isObject } from '../is-object.ts'
import type { Access } from './access.ts'
import { type Send, toApiResponse } from './send.ts'

/** For the list of routes: GET and DELETE, which clients of 2025 try, are 405. */
export const mcpRoutes = [
  { method: 'POST', url: '/mcp' },
  { method: 'POST', url: '/mcp/' },
] as const

/** The SDK takes as long to load as the service takes to start. */
const importHandler = deferImport(() => import('./handler.ts'))

/** In flight; a call waits for its requests, which have limits of their own. */
const concurrentCalls = { total: 128, perClient: 16 }

/**
 * Mounts the interface for models, by Streamable HTTP without sessions. A tool sends requests to the interface of this
 * service with the key, the address and the origin of the caller, so it can do what the caller can do, and counts as that.
 *
 * Rules in order: overload and the limit of the address; the host; the key, if there is one; the origin; the limit of the key;
 * a body of one message; a key where the tool needs one.
 */
export async function mountMcp(app: FastifyInstance, dependencies: RouteDependencies): Promise<void> {
  const { context, rateLimits, admission } = dependencies
  const confirmationKey = await deriveSecret(context, 'mcp confirmations')
  const limiter = createInFlightLimiter(concurrentCalls)
  await app.register(async (scope) => {
    scope.setErrorHandler((thrown, request, reply) =>
      sendError(thrown, request, reply, toolsMetadataUrl(baseUrl(context, app))),
    )
    const route: Omit<RouteOptions, 'method' | 'url'> = {
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        admission.assertAdmitted(undefined)
        rateLimits.limitByIp(request, reply, false)
        assertServiceHost(request, context.config.publicUrl)
        const key = presentedApiKey(request)
        const origin = getHeader(request, 'origin')
        if (key !== undefined)
          request.setDecorator('credential', { apiKey: await authenticateApiKey(context, key, origin) })
        else assertOwnOrigin(request, context.config.publicUrl)
        rateLimits.limitByCredential(request, reply)
      },
      handler: async (request, reply) => {
        const key = presentedApiKey(request)
        const { serve, needsKey } = await importHandler()
        if (Array.isArray(request.body))
          throw new AppError('BadRequestException', 'Send one message in a request, not a list of them.')
        if (key === undefined && needsKey(request.body))
          throw new AppError(
            'InvalidApiKeyException',
            'This tool needs an API key, as Authorization: Bearer <key>.',
          )
        const release = limiter.tryAcquire(loadSubjectOf(request, false))
        if (typeof release === 'string') {
          context.metrics.requestShed('mcp')
          throw new AppError(
            'ServiceUnavailableException',
            'Too many calls are in progress. Retry after 1 second.',
          )
        }
        const gone = new AbortController()
        // Also after a response: that to a client of 2025 is a stream, which begins before the tool has run.
        reply.raw.once('close', () => {
          gone.abort()
          release()
        })
        const access: Access = {
          send: sendAs(app, request, key),
          hasKey: key !== undefined,
          principal: credentialOf(request).apiKey?.id ?? '',
          transport: 'http',
          confirmationKey,
          onError: (err) => request.log.error({ err }, 'a tool failed'),
        }
        return reply.send(await serve(request, access, gone.signal))
      },
    }
    for (const each of mcpRoutes) scope.route({ ...each, ...route })
  })
}

/**
 * A page could point a name of its own to this service (DNS rebinding): the host is that of the public URL, of this machine,
 * or an address. A host of a domain's owner shows that domain only, so it does not count.
 */
function assertServiceHost({ headers: { host } }: FastifyRequest, publicUrl: string | undefined): void {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0
  if (isAddress || loopbackHosts.includes(hostname) || URL.parse(publicUrl ?? '')?.hostname === hostname)
    return
  throw new AppError('OriginNotAllowedException', 'Send the request to the public URL of this service.')
}

/** Without a key; a key has origins of its own. */
function assertOwnOrigin(
  { headers: { origin, host }, protocol }: FastifyRequest,
  publicUrl: string | undefined,
) {
  if (origin === undefined || isOwnPage({ origin, host, protocol, publicUrl })) return
  throw new AppError(
    'OriginNotAllowedException',
    'Without an API key, only pages of this service may send this.',
  )
}

/** Requests of the tools pass through the whole service, as if the caller had sent them. */
function sendAs(app: FastifyInstance, request: FastifyRequest, key: string | undefined): Send {
  const { host, origin, 'cdn-loop': cdnLoop, 'user-agent': userAgent } = request.headers
  const { ip, id } = request
  return async ({ method, path, body, headers }) => {
    const response = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        'x-request-id': id,
        ...headers,
        ...(host !== undefined && { host }),
        ...(origin !== undefined && { origin }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
        ...(cdnLoop !== undefined && { 'cdn-loop': cdnLoop.toString() }),
        ...(key !== undefined && { 'x-api-key': key }),
      },
      ...(body && { payload: body }),
    })
    const header = (name: string) => {
      const value = response.headers[name]
      return value === undefined ? undefined : String(value)
    }
    return toApiResponse(response.statusCode, header, response.payload)
  }
}

/** Codes of JSON-RPC. */
const parseError = -32_700
const invalidRequest = -32_600
const refused = -32_000

function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  metadataUrl: string,
): FastifyReply {
  const error = prepareErrorReply(thrown, request, reply)
  if (error.status === 401) reply.header('www-authenticate', challengeOf(request, metadataUrl))
  const isUnreadable = error.name === 'BadRequestException'
  const code = isUnreadable ? (request.body === undefined ? parseError : invalidRequest) : refused
  const message = `${error.name}: ${error.message}`
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', id: idOf(request.body), error: { code, message } }))
}

/** RFC 6750 §3, with where a client finds out how to get a token (RFC 9728 §5.1). */
function challengeOf(request: FastifyRequest, metadataUrl: string): string {
  const realm = `Bearer realm="byname", resource_metadata="${metadataUrl}"`
  return presentedApiKey(request) === undefined ? realm : `${realm}, error="invalid_token"`
}

function idOf(body: unknown): string | number | null {
  if (!isObject(body) || !('id' in body)) return null
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null
}
