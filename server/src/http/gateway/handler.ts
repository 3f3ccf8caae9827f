import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { fallThroughHeader } from '../../core/lookup/former-gateways.ts'
import { lagHeader } from '../../core/lookup/lag.ts'
import type { LookupRequest } from '../../core/lookup/lookup-request.ts'
import type { respondToLookup } from '../../core/lookup/respond-to-lookup.ts'
import type { SignedLookup } from '../../core/lookup/response-cache.ts'
import { AppError, OverloadedError } from '../../errors.ts'
import type { InputBuffers } from '../load-shedding/input-buffers.ts'
import { inputBuffersFullError } from '../load-shedding/limit-request-bodies.ts'
import { clientKey, createClientIp } from '../rate-limit/client-key.ts'
import { drainBody } from '../requests/body-parsing.ts'
import { contentTag, isNotModified } from '../requests/conditional-requests.ts'
import { forgetEarlyResponse, rememberEarlyResponse } from '../server/client-error-handler.ts'
import { exposedHeaders } from '../server/cors.ts'
import { requestIdOf } from '../server/request-log.ts'
import { retryAfterSeconds, toAppError } from '../to-app-error.ts'
import { createKnownTargets, type LookupTarget } from './known-targets.ts'
import { callDataFromBody, decodePart, gatewayErrorBody, matchLookup } from './path.ts'
import { sharedCacheControl, sharedSecondsOf } from './shared-caching.ts'

const corsHeaders = ['access-control-allow-origin', '*']
const headers = ['content-type', 'application/json', ...corsHeaders]

/** Only the gateway knows when a name has changed. */
const notCached = ['cache-control', 'no-store']

export type GatewayContext = Pick<
  Context,
  'config' | 'clock' | 'inputBuffers' | 'shutdown' | 'log' | 'metrics' | 'overloadMonitor'
>

/** `respondToLookup`, bound to its context. */
export type Respond = (request: LookupRequest) => ReturnType<typeof respondToLookup>

/**
 * The CCIP-Read gateway (EIP-3668). Runs on plain `node:http`, because a framework takes longer than a cached response.
 * Needs no credentials: the response is signed. Other requests go to `next`.
 */
export function createGatewayHandler(
  context: GatewayContext,
  respond: Respond,
  next: RequestListener,
): RequestListener {
  const { config, clock, inputBuffers, shutdown, log, metrics, overloadMonitor } = context
  const clientIp = createClientIp(config.trustedProxies)
  const knownTargets = createKnownTargets()
  const clientOf = (request: IncomingMessage) => clientKey(clientIp(request))

  /** Synchronous for a cached response. */
  const lookUp = ({ resolverId, data, key }: LookupTarget, request: IncomingMessage) => {
    if (overloadMonitor.shouldShedLookups()) {
      metrics.requestShed('lookup')
      throw new OverloadedError()
    }
    const mayFallThrough = () => request.headers[fallThroughHeader] === undefined
    return respond({ resolverId, data, key, mayFallThrough, client: () => clientOf(request) })
  }
  const lookUpFromBody = async (resolverId: string, request: IncomingMessage, response: ServerResponse) => {
    forgetEarlyResponse(request)
    const body = await readBody(request, response, inputBuffers, clientOf)
    return lookUp({ resolverId: decodePart(resolverId), data: callDataFromBody(body) }, request)
  }
  const send = (
    response: ServerResponse,
    status: number,
    body: string,
    encoding: 'latin1' | 'utf8',
    extraHeaders: readonly string[],
  ) => {
    const all = [...headers, 'content-length', String(Buffer.byteLength(body, encoding)), ...extraHeaders]
    if (shutdown.aborted) all.push('connection', 'close')
    response.writeHead(status, all).end(body, encoding)
  }
  /** With an entity tag, or 304. */
  const sendShared = (
    request: IncomingMessage,
    response: ServerResponse,
    { body, seconds, etag }: { readonly body: string; readonly seconds: number; readonly etag: string },
  ) => {
    const { method = '', headers: requestHeaders } = request
    const caching = ['cache-control', sharedCacheControl(seconds), 'etag', etag]
    if (!isNotModified({ method, headers: requestHeaders }, etag))
      return send(response, 200, body, 'latin1', caching)
    const all = [...corsHeaders, ...caching]
    if (shutdown.aborted) all.push('connection', 'close')
    response.writeHead(304, all).end()
  }
  const fail = (request: IncomingMessage, response: ServerResponse, thrown: unknown, startedAt: number) => {
    const error = toAppError(thrown)
    const { status } = error
    const requestId = requestIdOf(request)
    const seconds = (performance.now() - startedAt) / 1000
    if (status === 500) log.error({ err: error.cause, requestId }, 'lookup failed')
    response.once('finish', () => rememberEarlyResponse(request))
    send(response, status, gatewayErrorBody(error), 'utf8', [
      ...notCached,
      // Only here: a response has no header that a page needs.
      ...['access-control-expose-headers', exposedHeaders],
      ...['x-request-id', requestId],
      ...(status === 503 ? ['retry-after', String(retryAfterSeconds)] : []),
      ...(drainBody(request) ? [] : ['connection', 'close']),
    ])
    metrics.lookup(status < 500 ? 'refused' : 'failed', seconds)
    if (!config.logRequests) return
    const line = { requestId, method: request.method, route: '/ccip/:resolverId', status }
    log.info({ ...line, ms: Math.round(seconds * 10_000) / 10, client: clientIp(request) }, 'request')
  }
  return (request, response) => {
    const { method = '', url = '' } = request
    const known = method === 'GET' ? knownTargets.find(url) : undefined
    const path = known ?? matchLookup(method, url)
    if (!path) return next(request, response)
    const { resolverId, data } = path
    const startedAt = performance.now()
    const succeed = (lookup: SignedLookup) => {
      // Hex in JSON needs no escaping.
      const body = `{"data":"${lookup.response}"}`
      const sharedSeconds = method === 'POST' ? 0 : sharedSecondsOf(lookup, clock)
      const uncached = lookup.lag === undefined ? notCached : [...notCached, lagHeader, lookup.lag]
      if (sharedSeconds === 0) send(response, 200, body, 'latin1', uncached)
      else sendShared(request, response, { body, seconds: sharedSeconds, etag: tagOf(lookup, body) })
      if (!lookup.isProbe) metrics.lookup('answered', (performance.now() - startedAt) / 1000)
    }
    try {
      const result =
        data === undefined
          ? lookUpFromBody(resolverId, request, response)
          : lookUp(known ?? knownTargets.keep(url, decodePart(resolverId), decodePart(data)), request)
      if (result instanceof Promise)
        result.then(succeed, (thrown) => fail(request, response, thrown, startedAt))
      else succeed(result)
    } catch (thrown) {
      fail(request, response, thrown, startedAt)
    }
  }
}

/** By the response, which the cache keeps: it is hashed once. */
const tags = new WeakMap<SignedLookup, string>()

function tagOf(lookup: SignedLookup, body: string): string {
  const known = tags.get(lookup)
  if (known !== undefined) return known
  const tag = contentTag(body)
  tags.set(lookup, tag)
  return tag
}

/** Fits the call data of a large multicall as hex. */
const maxBodyBytes = 262_144

const jsonType = /^application\/json[\t ]*(?:;|$)/i

/**
 * An absent body is empty. The promise stays pending if the client aborts.
 *
 * @throws AppError `UnsupportedMediaTypeException`, `PayloadTooLargeException`, `ServiceUnavailableException`.
 */
async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  inputBuffers: InputBuffers,
  clientOf: (request: IncomingMessage) => string,
): Promise<string> {
  assertAcceptable(request.headers)
  await new Promise((resolve) => request.once('readable', resolve))
  return isBuffered(request)
    ? readBuffered(request)
    : readRest(request, response, inputBuffers, clientOf(request))
}

/** Node tells of the body before it sets `complete`, even if both arrive in one packet. */
function isBuffered({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || readableLength === Number(headers['content-length'])
}

function assertAcceptable({
  'content-type': type,
  'content-length': length = '0',
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): void {
  const hasBody = encoding !== undefined || length !== '0'
  if (type === undefined ? hasBody : !jsonType.test(type))
    throw new AppError('UnsupportedMediaTypeException', 'Send the body as application/json.')
  if (Number(length) > maxBodyBytes) throw bodyTooLarge()
}

/** Fast path: most bodies arrive with the headers. */
function readBuffered(request: IncomingMessage): string {
  const body: Buffer | null = request.read()
  return body?.toString() ?? ''
}

function readRest(
  request: IncomingMessage,
  response: ServerResponse,
  inputBuffers: InputBuffers,
  client: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBodyBytes) refuse(bodyTooLarge())
    }
    const onEnd = () => resolve(Buffer.concat(chunks).toString())
    const refuse = (error: AppError) => {
      request.off('data', onData).off('end', onEnd)
      chunks.length = 0
      reject(error)
    }
    inputBuffers.track(request, response, client, () => refuse(inputBuffersFullError()))
    request.on('data', onData).on('end', onEnd)
  })
}

function bodyTooLarge(): AppError {
  return new AppError('PayloadTooLargeException', 'The body is too large.')
}
