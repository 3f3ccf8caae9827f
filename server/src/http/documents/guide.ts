import { readFile } from 'node:fs/promises'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guideFolder as folder, readGuideFiles } from '../guide-files.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { isNotModified } from '../requests/conditional-requests.ts'
import { baseUrl, pathWithoutQuery } from '../requests/url.ts'
import type { OwnHostLookup } from './own-hosts.ts'
import { acceptsHtml } from './problem-document.ts'
import { securityHeaders } from './security-headers.ts'

/** In order of preference; their files end so. */
const suffixes: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }

const missingPath = 'guide/404.html'
const summaryPath = 'llms.txt'

interface GuideOptions extends RouteDependencies {
  readonly findOwnHost: OwnHostLookup
  /** Responds as to a path that this service does not have. */
  readonly sendMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/**
 * The documentation, as `npm run build` has rendered it: at /guide, as Markdown beside its pages, and at /llms.txt for programs that
 * read it. Only what its list names is served, and not at an own host, which shows its domain alone.
 */
export async function addGuide(app: FastifyInstance, options: GuideOptions): Promise<void> {
  const { context, rateLimits, admission, findOwnHost, sendMissing } = options
  const files = await readGuideFiles()
  const addRoute = (
    url: string,
    send: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<unknown>,
  ) =>
    app.get(url, {
      onRequest: async (request, reply) => {
        admission.assertAdmitted(undefined)
        rateLimits.limitByIp(request, reply, false)
      },
      handler: async (request, reply) => {
        const isServed = files[missingPath] !== undefined && !(await findOwnHost(request.headers.host))
        return isServed
          ? send(request, reply, pathWithoutQuery(request.url).slice(1))
          : sendMissing(request, reply)
      },
    })

  addRoute('/guide', async (_request, reply) => reply.redirect('guide/'))
  // Where a reader of the guide looks for them.
  for (const file of [summaryPath, 'llms-full.txt'])
    addRoute(`/guide/${file}`, async (_request, reply) => reply.redirect(`../${file}`))
  addRoute('/guide/*', async (request, reply, path) => {
    const file = path.endsWith('/') ? `${path}index.html` : path
    if (files[file]) return sendFile(request, reply, file)
    if (files[`${file}/index.html`]) return reply.redirect(`${path.split('/').at(-1)}/`)
    return acceptsHtml(request.headers)
      ? sendFile(request, reply.code(404), missingPath)
      : sendMissing(request, reply)
  })
  addRoute('/llms-full.txt', sendFile)
  addRoute(`/${summaryPath}`, async (_request, reply) => sendSummary(reply))

  /** With whole URLs: what reads it may have no address for it. */
  async function sendSummary(reply: FastifyReply) {
    const text = await readFile(new URL(`site/${summaryPath}`, folder), 'utf8')
    const base = baseUrl(context, app)
    return reply
      .headers({ ...securityHeaders, 'cache-control': 'no-cache' })
      .type('text/plain; charset=utf-8')
      .send(text.replace(/\]\((?!https?:)/g, () => `](${base}/`))
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string) {
    const { type, digest, isCompressed } = files[path] ?? fail(path)
    const coding = isCompressed
      ? negotiate(`${request.headers['accept-encoding'] ?? ''}`, Object.keys(suffixes))
      : null
    const etag = `"${digest}${coding ? `-${coding}` : ''}"`
    const isHashed = path.startsWith('guide/assets/')
    reply.headers({
      ...securityHeaders,
      etag,
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isCompressed && { vary: 'accept-encoding' }),
    })
    if (reply.statusCode === 200 && isNotModified(request, etag)) return reply.code(304).send()
    if (coding) reply.header('content-encoding', coding)
    return reply.send(await readFile(new URL(`site/${path}${suffixes[coding ?? ''] ?? ''}`, folder)))
  }
}

function fail(path: string): never {
  throw new Error(`The guide has no file ${path}.`)
}
