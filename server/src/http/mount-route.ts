import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isAdministrator } from '../core/auth/access.ts'
import type { Credential, SignedMessage } from '../core/context.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../model/event.ts'
import { authenticateRequest, toCaller } from './credentials/auth.ts'
import { credentialOf } from './credentials/credentials.ts'
import { type AdmissionControl, loadSubjectOf } from './load-shedding/admission-control.ts'
import { routeSchema } from './openapi/route-schema.ts'
import type { Route } from './operation.ts'
import type { RateLimits } from './rate-limit/rate-limits.ts'
import { recordApiRequest } from './requests/api-request-log.ts'
import { isNotModified, parsePreconditions } from './requests/conditional-requests.ts'
import { isWrite, replayHooks } from './requests/idempotency.ts'
import { readMultipart } from './requests/multipart.ts'
import { baseUrl, pathWithoutQuery } from './requests/url.ts'

export interface RouteDependencies {
  readonly context: Context
  readonly rateLimits: RateLimits
  readonly admission: AdmissionControl
}

/** Order: admission, rate limits and API key before the body is read, then validation, replay, handler, envelope. */
export function mountRoute(app: FastifyInstance, dependencies: RouteDependencies, route: Route): void {
  const { context, rateLimits, admission } = dependencies
  const {
    loadClass,
    selfLimited = false,
    expensive = false,
    isConditional = false,
    status,
    statusCode,
  } = route
  const admitFor = (request: FastifyRequest, reply: FastifyReply) =>
    admitChecks(dependencies, request, reply, {
      isExpensive: expensive,
      isOutbound: loadClass === 'outbound',
    })
  const replay = isWrite(route) ? replayHooks(context, rateLimits, route, admitFor) : undefined
  const requiresBody = route.body?.safeParse(undefined).success === false
  const urlOf = (reference: string) => new URL(reference, `${baseUrl(context, app)}/`).href
  app.route({
    method: route.method,
    url: route.url,
    schema: routeSchema(route),
    onRequest: async (request, reply) => {
      admission.assertAdmitted(loadClass)
      if (loadClass !== 'system') rateLimits.limitByIp(request, reply, expensive)
      if (route.auth.payment) rejectHead(request, reply)
      const credential = await authenticateRequest(context, route.auth, request)
      request.setDecorator('credential', credential)
      rateLimits.limitByCredential(request, reply)
    },
    onResponse: async (request, reply) => recordApiRequest(context, request, reply),
    ...(replay && { preHandler: replay.preHandler, onSend: replay.onSend }),
    preValidation: async (request, reply) => {
      if (route.multipart) request.body = await readMultipart(request, route.multipart.maxFileBytes)
      if (requiresBody && request.body === undefined)
        throw new AppError('BadRequestException', 'The body is empty.')
      await replay?.preValidation(request, reply)
    },
    handler: async (request, reply) => {
      const { body, query, params, headers } = request
      const subject = loadSubjectOf(request, loadClass === 'stream')
      const outbound = <T>(work: () => Promise<T>) => admission.runWithinLimits('outbound', subject, work)
      const listing = <T>(work: () => Promise<T>) => admission.runWithinLimits('listing', subject, work)
      const admit = admitFor(request, reply)
      const credential = credentialOf(request)
      const cdnLoop = request.headers['cdn-loop']?.toString()
      const input = {
        context: {
          ...context,
          outbound: context.outboundFor({ key: subject.client, cdnLoop }),
          writeMeter: rateLimits.writeMeterFor(request, reply),
          onSignatureVerified: replay?.onSignatureVerified(request),
          cause: { actor: actorOf(credential), requestId: request.id },
        },
        caller: toCaller(request, credential, admit, context.config.publicUrl),
        body,
        query,
        params,
        headers,
        cdnLoop,
        urlOf,
        ifMatch: isConditional ? parsePreconditions(request.headers) : undefined,
        setHeaders: (added: Readonly<Record<string, string>>) => void reply.headers(added),
        quotas: rateLimits.quotasFor(request, reply),
        outbound,
        listing,
        admit,
      }
      const envelope = (data: unknown) => ({ statusCode, result: { data, error: null } })
      return admission.runWithinLimits(selfLimited ? undefined : loadClass, subject, async () => {
        const data = await route.handle(input)
        if (replay) context.trafficCounter.addWrite()
        if (route.isRevalidated && isNotModified(request, reply.getHeader('etag')))
          return reply.code(304).send()
        reply.code(status)
        return route.respond
          ? route.respond({ context, request, reply }, envelope, data)
          : reply.send(envelope(data))
      })
    },
  })
}

/** Limits signature checks on chain. `isOutbound`: the request is within the limits of that class already. */
export function admitChecks(
  { rateLimits, admission }: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { isExpensive, isOutbound }: { readonly isExpensive: boolean; readonly isOutbound: boolean },
): SignedMessage['admit'] {
  const subject = loadSubjectOf(request, false)
  const limitSignatureCheck = rateLimits.signatureCheckLimiter(request, reply, isExpensive)
  return async (signer, check) => {
    limitSignatureCheck(signer)
    return isOutbound ? check() : admission.runWithinLimits('outbound', subject, check)
  }
}

/** The first hook of a route that is no operation: sheds it under overload, and counts it by client address. */
export function limitRead({ admission, rateLimits }: RouteDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    admission.assertAdmitted(undefined)
    rateLimits.limitByIp(request, reply, false)
  }
}

/** A verb that verifies a signature replaces it with the signer. */
export function actorOf({ apiKey, session }: Credential): Actor {
  if (apiKey) return { type: isAdministrator({ apiKey }) ? 'administrator' : 'key', keyId: apiKey.id }
  if (!session) return { type: 'system' }
  const { address, keyId } = session.session
  return address === null ? { type: 'administrator', keyId } : { type: 'member', address }
}

/** A response to HEAD has no body, so it must not cost a payment. */
function rejectHead({ method, url }: FastifyRequest, reply: FastifyReply): void {
  if (method !== 'HEAD') return
  reply.header('allow', 'GET')
  throw new AppError('MethodNotAllowedException', `${pathWithoutQuery(url)} allows GET.`)
}
