import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HTTPMethod } from 'find-my-way'
import createRouter from 'find-my-way'
import { AppError } from '../../errors.ts'
import { handleError } from '../errors.ts'
import { pathWithoutQuery } from '../requests/url.ts'
import { maxHeaderBytes } from './server-options.ts'

interface MountedRoute {
  readonly method: HTTPMethod
  readonly url: string
  /** A payment buys a body, which a response to HEAD lacks. */
  readonly auth?: { readonly payment?: true }
}

/**
 * 405 with `Allow` (RFC 9110 §15.5.6) for a path whose routes have other methods, else 404. The framework's router does
 * not return the methods of a path, and routes that reject the others would be most of its routes; so the first such
 * request builds a router of its own. `sendPage` responds to browsers, outside of the folders of the routes; it resolves to
 * false for other clients.
 */
export function rejectUnknownRoutes(
  app: FastifyInstance,
  routes: readonly MountedRoute[],
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> = async () => false,
): void {
  let methodsOf: ((path: string) => readonly string[]) | undefined
  const folders = new Set(['_', ...routes.map(({ url }) => folderOf(url))])
  app.setNotFoundHandler(async (request, reply) => {
    const { method } = request
    const path = pathWithoutQuery(request.url)
    methodsOf ??= indexMethods(routes)
    const methods = methodsOf(path)
    const hasOtherMethods = methods.length > 0 && !methods.includes(method)
    if (!folders.has(folderOf(path)) && (await sendPage(request, reply))) return reply
    if (hasOtherMethods) reply.header('allow', methods.join(', '))
    const error = hasOtherMethods
      ? new AppError('MethodNotAllowedException', `${path} allows ${methods.join(', ')}.`)
      : new AppError('NotFoundException', `There is no ${method} ${path}.`)
    return handleError(error, request, reply)
  })
}

/** The first part of a path; empty for that of `/`. */
function folderOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Returns the methods of the routes that match a path. */
function indexMethods(routes: readonly MountedRoute[]): (path: string) => readonly string[] {
  const router = createRouter({ maxParamLength: maxHeaderBytes })
  const mounted = routes.flatMap(({ method, url, auth }) => {
    const methods: readonly HTTPMethod[] = method === 'GET' && !auth?.payment ? ['GET', 'HEAD'] : [method]
    return methods.map((each) => ({ method: each, url }))
  })
  for (const { method, url } of mounted) router.on(method, url, () => {})
  const methods = [...new Set(mounted.map(({ method }) => method))]
  return (path) => methods.filter((method) => router.find(method, path) !== null)
}
