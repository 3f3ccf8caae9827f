import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import type { RouteDependencies } from '../mount-route.ts'
import { addTextRoute, type CompressedText, compressText } from './compressed-text.ts'

interface Page {
  readonly html: CompressedText
  readonly script: CompressedText
}

/** Scalar at /docs/. Its script has 5 MB, is loaded at the first request, and from this origin only. */
export function addReader(app: FastifyInstance, dependencies: RouteDependencies): void {
  let loaded: Promise<Page> | undefined
  const page = () => {
    loaded ??= loadPage()
    return loaded
  }
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('docs/'))
  addTextRoute(app, dependencies, '/docs/', async () => (await page()).html)
  addTextRoute(app, dependencies, '/docs/js/scalar.js', async () => (await page()).script)
}

/** Renders on a separate instance: plugins cannot be added to a running one. */
async function loadPage(): Promise<Page> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '../openapi.json',
      pageTitle: 'Byname',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const { body: html } = await app.inject('/docs/')
  const { body: script } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return {
    html: await compressText(html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicyOf(html),
      'cache-control': 'no-cache',
    }),
    script: await compressText(script, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    }),
  }
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
