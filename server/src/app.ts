import cors from '@fastify/cors'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Context } from './context.ts'
import { namespace } from './facades/namespace/routes.ts'
import { nameStone } from './facades/namestone/routes.ts'
import { addNoStoreHeader } from './http/credentials/auth.ts'
import { addDocuments } from './http/documents/add-documents.ts'
import { mailStopRoutes } from './http/documents/mail-stop.ts'
import { representationConstraint } from './http/documents/problem-document.ts'
import { handleError } from './http/errors.ts'
import { type Facade, mountFacade } from './http/facade.ts'
import { documentGateway, gatewayOperations } from './http/gateway/documentation.ts'
import { createAdmissionControl } from './http/load-shedding/admission-control.ts'
import { limitRequestBodies } from './http/load-shedding/limit-request-bodies.ts'
import { addMedia, imageOperation } from './http/media.ts'
import { mountRoute } from './http/mount-route.ts'
import { mountOauth, oauthRoutes } from './http/oauth.ts'
import { addOpenapi } from './http/openapi/openapi.ts'
import { routesOf } from './http/operations.ts'
import { createRateLimits } from './http/rate-limit/rate-limits.ts'
import { drainOversizedBodies, registerJsonParser } from './http/requests/body-parsing.ts'
import { registerMultipart } from './http/requests/multipart.ts'
import { parseQuery, withoutAuthority } from './http/requests/url.ts'
import { serializerCompiler, validatorCompiler } from './http/requests/validation.ts'
import { handleClientError, trackEarlyResponses } from './http/server/client-error-handler.ts'
import { corsOptions } from './http/server/cors.ts'
import { createHttpServer } from './http/server/http-server.ts'
import { addRequestLog, requestIdOf } from './http/server/request-log.ts'
import { maxHeaderBytes } from './http/server/server-options.ts'
import { rejectUnknownRoutes } from './http/server/unknown-route.ts'
import { addX402Manifest, x402ManifestOperation } from './http/x402-manifest.ts'
import { mcpRoutes, mountMcp } from './mcp/mount.ts'

/** Above any valid request. */
const bodyLimit = 524_288

/** Builds the HTTP service without listening. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    trustProxy: context.config.trustedProxies,
    routerOptions: {
      maxParamLength: maxHeaderBytes,
      querystringParser: parseQuery,
      constraints: { representation: representationConstraint },
    },
    serverFactory: (handle) => createHttpServer(context, handle),
    genReqId: requestIdOf,
    rewriteUrl: (request) => withoutAuthority(request.url ?? '/'),
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
    // Requests that arrive during shutdown are still served.
    return503OnClosing: false,
  })
  app.removeContentTypeParser('text/plain')
  registerJsonParser(app)
  drainOversizedBodies(app)
  trackEarlyResponses(app)
  limitRequestBodies(app, context)
  addNoStoreHeader(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('credential')
  app.setErrorHandler(handleError)

  addRequestLog(app, context)
  await app.register(cors, corsOptions)
  const dependencies = {
    context,
    rateLimits: createRateLimits(context),
    admission: createAdmissionControl(context),
  }
  addOpenapi(app, dependencies)
  addX402Manifest(app, dependencies)
  documentGateway(app)
  addMedia(app, dependencies)
  const routes = routesOf(context)
  for (const route of routes.filter(({ multipart }) => !multipart)) mountRoute(app, dependencies, route)
  for (const [maxFileBytes, uploads] of Map.groupBy(routes, ({ multipart }) => multipart?.maxFileBytes))
    if (maxFileBytes !== undefined)
      await app.register(async (scope) => {
        await registerMultipart(scope, maxFileBytes)
        for (const route of uploads) mountRoute(scope, dependencies, route)
      })
  const facades = facadesOf(context)
  for (const facade of facades) await mountFacade(app, dependencies, facade)
  await mountOauth(app, dependencies)
  if (context.config.mcp) await mountMcp(app, dependencies)
  const sendMissingPage = await addDocuments(app, dependencies)
  rejectUnknownRoutes(
    app,
    [
      ...routes,
      ...gatewayOperations,
      imageOperation,
      x402ManifestOperation,
      ...facades.flatMap(({ routes }) => routes),
      ...oauthRoutes,
      ...mailStopRoutes,
      ...(context.config.mcp ? mcpRoutes : []),
    ],
    sendMissingPage,
  )
  await app.ready()
  return app
}

/** Those that the configuration turns on. */
function facadesOf({ config: { facades } }: Context): readonly Facade[] {
  return [...(facades.nameStone ? [nameStone] : []), ...(facades.namespace ? [namespace] : [])]
}
