import type { FastifyInstance } from 'fastify'
import { chainIds } from '../../ens/chains.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { renderConsoleDocument } from './document.ts'
import type { PagesBuild } from './pages-build.ts'
import { securityHeaders } from './security-headers.ts'
import { readTheme } from './theme.ts'

/** One document for every screen; the script chooses by the path. */
export function addConsole(
  app: FastifyInstance,
  { context, rateLimits, admission }: RouteDependencies,
  build: PagesBuild,
): void {
  const data = { chainIds: [...chainIds], isSandbox: context.sandboxAccounts !== undefined }
  for (const url of ['/console', '/console/*'])
    app.route({
      method: 'GET',
      url,
      onRequest: async (request, reply) => {
        admission.assertAdmitted(undefined)
        rateLimits.limitByIp(request, reply, false)
      },
      handler: (request, reply) =>
        reply
          .headers({ ...securityHeaders, 'cache-control': 'private, no-cache', vary: 'cookie' })
          .type('text/html; charset=utf-8')
          .send(renderConsoleDocument(build, data, readTheme(request.headers.cookie))),
    })
}
