import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { deferImport } from '../../async/defer-import.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { addTextRoute, type CompressedText, compressText } from './compressed-text.ts'

interface Page {
  readonly html: CompressedText
  readonly script: CompressedText
}

/** Beside the bundle of the server (server/scripts/build-server.js). */
const builtFiles = new URL('./reader/', import.meta.url)

/** Scalar at /docs/. Its script has 5 MB, is loaded at the first request, and from this origin only. */
export function addReader(app: FastifyInstance, dependencies: RouteDependencies): void {
  let loaded: Promise<Page> | undefined
  const page = () => {
    loaded ??= loadPage()
    return loaded
  }
  app.get('/docs', (_request, reply) => reply.redirect('docs/'))
  addTextRoute(app, dependencies, '/docs/', async () => (await page()).html)
  addTextRoute(app, dependencies, '/docs/js/scalar.js', async () => (await page()).script)
}

/** The script stays in its file, which is kept open: an upgrade may remove it. */
const openReader = deferImport(async () => {
  const script = await open(new URL('scalar.js', builtFiles)).catch(ignoreMissing)
  // The sources run, without a build.
  if (!script) return (await import('./render-reader.ts')).renderReader()
  return { html: await readFile(new URL('index.html', builtFiles), 'utf8'), script }
})

async function loadPage(): Promise<Page> {
  const { html, script } = await openReader()
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
