import cors from '@fastify/cors'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import { createAdmission } from './http/admission.ts'
import { explainTooLarge, jsonParserOf, takeJson } from './http/bodies.ts'
import { boundInput } from './http/bound-input.ts'
import { boundOutput } from './http/bound-output.ts'
import { bynameRoutes } from './http/byname/routes.ts'
import { corsOptions } from './http/cors.ts'
import { keepAnswersPrivate } from './http/credentials.ts'
import { addDiscovery } from './http/discovery.ts'
import { addDocumentation } from './http/documentation.ts'
import { takeForms } from './http/form.ts'
import { answerAtTheDoor } from './http/gateway/door.ts'
import { onGatewayError } from './http/gateway/failure.ts'
import { isLookup } from './http/gateway/lookup-path.ts'
import { gateway, gatewayPaths } from './http/gateway/routes.ts'
import { mount, pathOf, refuseOtherMethods } from './http/kit.ts'
import { addMedia } from './http/media.ts'
import { onClientError, rememberEarlyAnswers } from './http/on-client-error.ts'
import { onError } from './http/on-error.ts'
import { parseQuery } from './http/query.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { addRequestLog, requestIdOf } from './http/request-log.ts'
import { headLimit, keepAliveTimeout, serverOptions } from './http/server-options.ts'
import { systemRoutes } from './http/system.ts'
import { v1Routes } from './http/v1/routes.ts'
import { v2Routes } from './http/v2/routes.ts'
import { validatorCompiler } from './http/validator.ts'

/** Every operation that the envelope applies to. */
const routes = [...v1Routes, ...v2Routes, ...bynameRoutes, ...systemRoutes]

/** Bytes of a JSON body: more than any single request needs, little enough to read from a stranger. */
const bodyLimit = 524_288

/** Builds the HTTP service on `context`; it listens when told to. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    trustProxy: context.config.trustedProxies,
    routerOptions: { maxParamLength: headLimit, querystringParser: parseQuery },
    http: serverOptions(context.config),
    requestTimeout: context.config.requestTimeout,
    keepAliveTimeout,
    genReqId: requestIdOf,
    rewriteUrl: (request) => withoutAuthority(request.url ?? '/'),
    frameworkErrors: (error, request, reply) =>
      (isLookup(request.url) ? onGatewayError : onError)(error, request, reply),
    clientErrorHandler: onClientError,
    // Whoever still gets through to a service that is stopping is answered like everyone before.
    return503OnClosing: false,
  })
  app.server.maxConnections = context.config.maxConnections
  app.removeContentTypeParser('text/plain')
  takeJson(app)
  explainTooLarge(app)
  rememberEarlyAnswers(app)
  boundInput(app, context)
  keepAnswersPrivate(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('apiKey')
  app.setErrorHandler(onError)
  app.setNotFoundHandler((request, reply) =>
    onError(
      new AppError('NotFoundException', `There is no ${request.method} ${pathOf(request.url)}.`),
      request,
      reply,
    ),
  )

  addRequestLog(app, context)
  await app.register(cors, corsOptions)
  await addDocumentation(app, context)
  addDiscovery(app, context)
  await app.register((scope) => gateway(scope, context))
  addMedia(app, context)
  const mounting = { context, limits: createRateLimits(context), admission: createAdmission(context) }
  for (const route of routes.filter(({ form }) => !form)) mount(app, mounting, route)
  await app.register(async (scope) => {
    await takeForms(scope)
    for (const route of routes.filter(({ form }) => form)) mount(scope, mounting, route)
  })
  refuseOtherMethods(app, [...routes, ...gatewayPaths])
  await app.ready()
  answerAtTheDoor(app.server, context, jsonParserOf(app))
  boundOutput(app.server, context)
  return app
}

/** The path of a request target in absolute form, which a server must accept (RFC 9112 §3.2.2). */
const withoutAuthority = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
