import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'

interface Page {
  readonly html: string
  readonly script: string
  readonly contentSecurityPolicy: string
}

/** Scalar at /docs/. Its script has 5 MB and is loaded at the first request, from this origin only. */
export function addReader(app: FastifyInstance): void {
  let loaded: Promise<Page> | undefined
  const page = () => {
    loaded ??= loadPage()
    return loaded
  }
  const options = { schema: { hide: true } }
  app.get('/docs', options, (_request, reply) => reply.redirect('docs/'))
  app.get('/docs/', options, async (_request, reply) => {
    const { html, contentSecurityPolicy } = await page()
    return reply
      .headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
  app.get('/docs/js/scalar.js', options, async (_request, reply) => {
    const { script } = await page()
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(script)
  })
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
  return { html, script, contentSecurityPolicy: contentSecurityPolicyOf(html) }
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
