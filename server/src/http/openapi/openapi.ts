import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deferImport } from '../../async/defer-import.ts'
import { readGuideFiles } from '../guide-files.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { contentTag, isNotModified } from '../requests/conditional-requests.ts'
import type { ReaderFonts } from './contents.ts'
import type { OpenapiDocument } from './types.ts'

/** In order of preference. */
const codings = ['br', 'gzip']

interface Representation {
  readonly bytes: Buffer
  /** Strong (RFC 9110 §8.8.3): one for each coding. */
  readonly etag: string
}

/** A large text with its codings, made once. */
interface CompressedText {
  /** Of its responses. */
  readonly headers: Readonly<Record<string, string>>
  readonly byCoding: ReadonlyMap<string, Representation>
}

const identity = 'identity'

async function compressText(text: string, headers: CompressedText['headers']): Promise<CompressedText> {
  const bytes = Buffer.from(text)
  // The highest levels take seconds for megabytes, and save a tenth.
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 6, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ])
  const codings = Object.entries({ br, gzip: zipped, [identity]: bytes })
  return {
    headers,
    byCoding: new Map(codings.map(([coding, bytes]) => [coding, { bytes, etag: contentTag(bytes) }])),
  }
}

/**
 * Serves a large text, or 304. It is limited as a listing. A client that accepts no coding gets many times the bytes, so
 * its request counts as expensive.
 */
function addTextRoute(
  app: FastifyInstance,
  { rateLimits, admission }: RouteDependencies,
  url: string,
  read: () => Promise<CompressedText>,
): void {
  app.get(url, {
    onRequest: async (request, reply) => {
      admission.assertAdmitted('listing')
      rateLimits.limitByIp(request, reply, codingOf(request) === identity)
    },
    handler: async (request, reply) => send(request, reply, await read()),
  })

  function send(request: FastifyRequest, reply: FastifyReply, { headers, byCoding }: CompressedText) {
    const coding = codingOf(request)
    const representation = byCoding.get(coding)
    if (!representation) throw new Error(`The text has no coding ${coding}.`)
    const { bytes, etag } = representation
    reply.headers({ ...headers, etag, vary: 'accept-encoding' })
    if (isNotModified(request, etag)) return reply.code(304).send()
    if (coding !== identity) reply.header('content-encoding', coding)
    return reply.send(bytes)
  }
}

function codingOf({ headers }: FastifyRequest): string {
  return negotiate(`${headers['accept-encoding'] ?? ''}`, codings) ?? identity
}

interface ReaderFiles {
  readonly html: CompressedText
  readonly script: CompressedText
}

/** Beside the bundle of the server (server/scripts/build-server.js). */
const builtFiles = new URL('./reader/', import.meta.url)

/**
 * Scalar at /docs/. Its script has 5 MB, is loaded at the first request, and from this origin only. The contents of the
 * document are in the page, so that it is painted before the script arrives.
 */
function addReader(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  readDocument: () => Promise<OpenapiDocument>,
): void {
  let loaded: Promise<ReaderFiles> | undefined
  const reader = () => {
    loaded ??= readDocument().then(loadReader)
    return loaded
  }
  app.get('/docs', (_request, reply) => reply.redirect('docs/'))
  addTextRoute(app, dependencies, '/docs/', async () => (await reader()).html)
  addTextRoute(app, dependencies, '/docs/js/scalar.js', async () => (await reader()).script)
}

/** The script stays in its file, which is kept open: an upgrade may remove it. */
const openReader = deferImport(async () => {
  const script = await open(new URL('scalar.js', builtFiles)).catch(ignoreMissing)
  if (!script) return (await importRenderReader()).renderReader()
  return { html: await readFile(new URL('index.html', builtFiles), 'utf8'), script }
})

/** Without a build, the sources run. A build has the files, and neither this module nor its library: the name is computed. */
function importRenderReader(): Promise<typeof import('./render-reader.ts')> {
  return import(new URL('./render-reader.ts', import.meta.url).href)
}

async function loadReader(document: OpenapiDocument): Promise<ReaderFiles> {
  const { html: page, script } = await openReader()
  const { renderReaderPage } = await importContents()
  const html = renderReaderPage(page, document, await findGuideFonts())
  return {
    html: await compressText(html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicyOf(html),
      'cache-control': 'no-cache',
    }),
    script: await compressText(typeof script === 'string' ? script : await readText(script), {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    }),
  }
}

/** The reader has the fonts of the guide. */
async function findGuideFonts(): Promise<ReaderFonts> {
  const paths = Object.keys(await readGuideFiles())
  const find = (name: string) => paths.find((path) => path.includes(`/${name}-latin-wght-normal-`))
  return { sans: find('geist'), mono: find('geist-mono') }
}

function readText(file: FileHandle): Promise<string> {
  return text(file.createReadStream({ start: 0, autoClose: false }))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Allows the page's own inline script by its hash; the reader sets styles inline. */
function contentSecurityPolicyOf(html: string): string {
  const hashes = Array.from(
    html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const importContents = deferImport(() => import('./contents.ts'))

const importDocument = deferImport(() => import('./document.ts'))

const importExportSchema = deferImport(() => import('./export-schema.ts'))

/** Serves /openapi.json, /docs and the schema of exports, each built at the first request. */
export function addOpenapi(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { config, payments } = dependencies.context
  let built: Promise<OpenapiDocument> | undefined
  const readDocument = () => {
    built ??= importDocument().then(({ buildDocument }) =>
      buildDocument({ publicUrl: config.publicUrl, terms: payments.active?.terms }),
    )
    return built
  }
  let compressed: Promise<CompressedText> | undefined
  addTextRoute(app, dependencies, '/openapi.json', () => {
    compressed ??= readDocument().then((document) =>
      compressText(JSON.stringify(document), {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      }),
    )
    return compressed
  })
  let exportSchema: Promise<CompressedText> | undefined
  addTextRoute(app, dependencies, '/byname/v1/schemas/export.json', () => {
    exportSchema ??= importExportSchema().then(({ buildExportSchema }) =>
      compressText(JSON.stringify(buildExportSchema()), {
        'content-type': 'application/schema+json; charset=utf-8',
        'cache-control': 'no-cache',
      }),
    )
    return exportSchema
  })
  addReader(app, dependencies, readDocument)
}
