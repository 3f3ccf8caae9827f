import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { chainIds } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { HttpResponseError } from '../errors.ts'
import { loadSubjectOf } from '../load-shedding/admission-control.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { baseUrl, pathWithoutQuery } from '../requests/url.ts'
import { toAppError } from '../to-app-error.ts'
import { addCards } from './cards.ts'
import { directoryPath, readDirectoryDocument } from './directory.ts'
import type { DocumentContent, DocumentRequest, Redirect } from './document-content.ts'
import { addElementScript } from './element-script.ts'
import { encodeDocument } from './encode-document.ts'
import { addGuide } from './guide.ts'
import { chooseLanguage } from './language.ts'
import { addMailStop } from './mail-stop.ts'
import { createOwnHostLookup, type OwnHostLookup, readOwnHostDocument } from './own-hosts.ts'
import { previewPath, readPreviewDocument } from './preview.ts'
import { acceptsHtml, missingDocument, problemDocument } from './problem-document.ts'
import { addPushWorker } from './push-worker.ts'
import {
  parseNameRequest,
  readClaimDocument,
  readHomeDocument,
  readMyNamesDocument,
  readNameDocument,
} from './read-documents.ts'
import { remoteWalletsOf } from './remote-wallets.ts'
import { renderConsoleDocument, renderDocument } from './render-document.ts'
import { consoleSecurityHeaders, securityHeadersWith } from './security-headers.ts'
import { addSiteFiles } from './site-files.ts'
import { assetsPrefix, readWebBuild, type WebBuild } from './web-build.ts'

/** Written by `web/src/ui/ThemeSwitch.tsx`. Absent: the preference of the system. */
const cookie = /(?:^|;\s*)theme=(light|dark)(?:;|$)/

function readTheme(cookieHeader: string | undefined): string | undefined {
  return cookie.exec(cookieHeader ?? '')?.[1]
}

/** What documents are made of. */
interface Site {
  readonly build: WebBuild
  readonly findOwnHost: OwnHostLookup
}

/** One document for every screen; the script chooses by the path. */
function addConsole(
  app: FastifyInstance,
  { context, rateLimits, admission }: RouteDependencies,
  { build, findOwnHost }: Site,
): void {
  const data = { chainIds: [...chainIds], isSandbox: context.sandboxAccounts !== undefined }
  const fileOrigins = [...new Set(context.config.anchor.targets.map(({ url }) => new URL(url).origin))]
  for (const url of ['/console', '/console/*'])
    app.route({
      method: 'GET',
      url,
      onRequest: async (request, reply) => {
        admission.assertAdmitted(undefined)
        rateLimits.limitByIp(request, reply, false)
      },
      handler: async (request, reply) => {
        // Sessions are of the host of this service.
        if (await findOwnHost(request.headers.host))
          return reply.redirect(`${originOfHost(context.config)}${request.url}`)
        return reply
          .headers({
            ...consoleSecurityHeaders(fileOrigins),
            'cache-control': 'private, no-cache',
            vary: 'cookie',
          })
          .type('text/html; charset=utf-8')
          .send(renderConsoleDocument(build, data, readTheme(request.headers.cookie)))
      },
    })
}

type ReadDocument = (
  context: Context,
  request: DocumentRequest,
) => DocumentContent | Redirect | Promise<DocumentContent | Redirect>

const homePath = '/'

/** Read many rows. */
const listings: ReadonlySet<string> = new Set([homePath, directoryPath])

/** `GET /` as HTML is the page, otherwise the operation. */
const pages: Readonly<Record<string, ReadDocument>> = {
  [homePath]: (context, { urlOf }) => readHomeDocument(context, urlOf),
  '/claim/:name': (context, { params: { name }, query: { chainId }, urlOf }) =>
    readClaimDocument(context, urlOf, parseNameRequest(name, chainId)),
  '/n/:name': (context, { params: { name }, query: { chainId }, urlOf }) =>
    readNameDocument(context, urlOf, parseNameRequest(name, chainId)),
  [directoryPath]: readDirectoryDocument,
  '/me': (context) => readMyNamesDocument(context),
}

/** Responds to a request for a page that does not exist; false for one that does not prefer a page. */
export type SendMissingDocument = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** Without built pages: a sentence in the log and at their paths, and no missing pages. */
export async function addDocuments(
  app: FastifyInstance,
  dependencies: RouteDependencies,
): Promise<SendMissingDocument | undefined> {
  const build = await readWebBuild()
  if (!build) {
    dependencies.context.log.warn(`${noPages} The interface and lookups are served.`)
    addBuildAdvice(app)
    return undefined
  }
  await addSiteFiles(app, dependencies, build.iconsFolder)
  addElementScript(app, build.elements)
  await addPushWorker(app, build.pushWorker)
  await app.register(fastifyStatic, {
    root: build.assetsFolder,
    prefix: `${assetsPrefix}assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
    setHeaders: (reply) => reply.header('x-content-type-options', 'nosniff'),
  })
  const site = { build, findOwnHost: createOwnHostLookup(dependencies.context) }
  addConsole(app, dependencies, site)
  addCards(app, dependencies, site.findOwnHost)
  for (const [url, read] of Object.entries(pages)) addDocument(app, dependencies, site, { url, read })
  addDocument(app, dependencies, site, {
    url: previewPath,
    read: readPreviewDocument,
    isFramed: true,
  })
  const send = documentSender(app, dependencies, site)
  await addMailStop(app, dependencies, send)
  const sendMissing = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathWithoutQuery(request.url)
    if (acceptsHtml(request.headers)) return send(missingDocument(path), request, reply)
    throw new AppError('NotFoundException', `There is no ${request.method} ${path}.`)
  }
  await addGuide(app, { ...dependencies, findOwnHost: site.findOwnHost, sendMissing })
  return async (request, reply) => {
    if (request.method !== 'GET' || !acceptsHtml(request.headers)) return false
    dependencies.admission.assertAdmitted(undefined)
    dependencies.rateLimits.limitByIp(request, reply, false)
    await sendMissing(request, reply)
    return true
  }
}

function documentSender(app: FastifyInstance, { context }: RouteDependencies, { build, findOwnHost }: Site) {
  return async (
    page: DocumentContent,
    request: FastifyRequest,
    reply: FastifyReply,
    isFramed = false,
  ): Promise<FastifyReply> => {
    const remote = remoteWalletsOf(context, page)
    const ownHost = await findOwnHost(request.headers.host)
    const options = {
      baseUrl: ownHost?.baseUrl ?? baseUrl(context, app),
      theme: readTheme(request.headers.cookie),
      language: chooseLanguage(request, build.languages),
      remoteWallets: remote.wallets,
    }
    const { html, ...inline } = await renderDocument(build, page, options)
    return reply
      .headers({
        ...securityHeadersWith({ ...remote, ...inline, isFramed }),
        'cache-control': 'private, no-cache',
        vary: 'accept, accept-encoding, accept-language, cookie',
      })
      .code(page.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(await encodeDocument(html, request, reply))
  }
}

interface DocumentRoute {
  readonly url: string
  readonly read: ReadDocument
  /** Whether a page of this service may show it. */
  readonly isFramed?: boolean
}

function addDocument(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  site: Site,
  { url, read, isFramed }: DocumentRoute,
): void {
  const { context, rateLimits, admission } = dependencies
  const loadClass = listings.has(url) ? 'listing' : undefined
  const send = documentSender(app, dependencies, site)
  app.route<{
    Params: Readonly<Record<string, string>>
    Querystring: DocumentRequest['query']
  }>({
    method: 'GET',
    url,
    ...(url === homePath && { constraints: { representation: 'html' } }),
    onRequest: async (request, reply) => {
      admission.assertAdmitted(loadClass)
      rateLimits.limitByIp(request, reply, false)
    },
    errorHandler: async (error, request, reply) => {
      const { status, cause } = toAppError(error)
      if (error instanceof HttpResponseError) reply.headers(error.response.headers ?? {})
      else if (status >= 500) request.log.error({ err: cause }, 'page not served')
      return send(problemDocument(error, pathWithoutQuery(request.url)), request, reply)
    },
    handler: async (request, reply) => {
      const { params, query } = request
      const ownHost = await site.findOwnHost(request.headers.host)
      const base = ownHost?.baseUrl ?? baseUrl(context, app)
      const input = {
        params,
        query,
        headers: request.headers,
        urlOf: (reference: string) => new URL(reference, `${base}/`).href,
      }
      const page = await admission.runWithinLimits(loadClass, loadSubjectOf(request, false), async () =>
        ownHost ? readOwnHostDocument(context, ownHost, url, input) : read(context, input),
      )
      return 'redirectTo' in page ? reply.redirect(page.redirectTo) : send(page, request, reply, isFramed)
    },
  })
}

const noPages =
  'The pages are missing or built in part (web/dist): run `npm ci` with development dependencies, or `npm run build`, and start it again.'

function addBuildAdvice(app: FastifyInstance): void {
  const text = `Byname serves its interface: /docs describes it. ${noPages}\n`
  const send = (reply: FastifyReply) =>
    reply.header('x-content-type-options', 'nosniff').type('text/plain; charset=utf-8').send(text)
  const handler = (_request: FastifyRequest, reply: FastifyReply) => send(reply)
  app.route({ method: 'GET', url: homePath, constraints: { representation: 'html' }, handler })
  const others = Object.keys(pages).filter((url) => url !== homePath)
  for (const url of [...others, '/console', '/console/*'])
    app.route({ method: 'GET', url, handler: (_request, reply) => send(reply.code(503)) })
}
