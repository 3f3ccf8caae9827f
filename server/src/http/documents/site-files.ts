import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { accentStylesheet } from '../../appearance/accent-scale.ts'
import { generatedAvatar } from '../../appearance/generated-avatar.ts'
import { listDomainsWithOpenClaims } from '../../core/domains/list.ts'
import { namehash } from '../../ens/names.ts'
import { loadSubjectOf } from '../load-shedding/admission-control.ts'
import type { RouteDependencies } from '../mount-route.ts'
import { baseUrl } from '../requests/url.ts'

/** In every document. Their colours are those of the grounds of `web/src/tokens.css`. */
export const siteTags: readonly string[] = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfcfd">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d0e12">',
]

/** Media types of the files of `web/icons`, which browsers look for at the root. */
const iconTypes: Readonly<Record<string, string>> = {
  'favicon.ico': 'image/x-icon',
  'favicon.svg': 'image/svg+xml',
  'apple-touch-icon.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
  'manifest.webmanifest': 'application/manifest+json',
}

/** An SVG document that is opened by itself runs and loads nothing. */
const svgHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
} as const

/** Icons, the manifest, generated pictures, accents, and what search engines read. `iconsFolder` ends with a slash. */
export async function addSiteFiles(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  iconsFolder: URL,
): Promise<void> {
  for (const [name, type] of Object.entries(iconTypes)) {
    const bytes = await readFile(new URL(name, iconsFolder))
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .headers({ ...svgHeaders, 'cache-control': 'public, max-age=86400' })
        .type(type)
        .send(bytes),
    )
  }
  addAccentStylesheets(app)
  addGeneratedAvatars(app)
  addRobots(app, dependencies)
  addSitemap(app, dependencies)
}

/** A stylesheet for each colour, which never changes, for elements on other sites. */
function addAccentStylesheets(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>(
    '/_/accent/:color(^[0-9a-f]{6}).css',
    async ({ params: { color } }, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type('text/css; charset=utf-8')
        .send(accentStylesheet(`#${color}`)),
  )
}

/**
 * The picture of a name without an avatar, drawn from its text alone, whether it exists or not: nothing is read, nothing is kept,
 * and it never changes. Other subjects, such as addresses, have one too. `?accent=` is a colour (`rrggbb`) that it is near to. The request is bounded by the size of its URL.
 */
function addGeneratedAvatars(app: FastifyInstance): void {
  app.get<{ Params: { name: string }; Querystring: { accent?: unknown } }>(
    '/_/avatars/:name',
    async ({ params: { name }, query: { accent } }, reply) =>
      reply
        .headers({
          ...svgHeaders,
          'cache-control': 'public, max-age=31536000, immutable',
          // Elements for other sites show it.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/svg+xml')
        .send(generatedAvatar(namehash(name), isAccent(accent) ? `#${accent}` : undefined)),
  )
}

function isAccent(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{6}$/.test(value)
}

/** Images stay readable: previews of links show them. */
const robotRules = [
  'User-agent: *',
  'Allow: /byname/v1/names/*/avatar',
  'Allow: /byname/v1/names/*/banner',
  'Disallow: /byname/',
  'Disallow: /ens/',
  'Disallow: /ccip/',
  'Disallow: /console',
  'Disallow: /me',
  'Disallow: /preview/',
] as const

function addRobots(app: FastifyInstance, { context }: RouteDependencies): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' })
      .type('text/plain; charset=utf-8')
      .send([...robotRules, '', `Sitemap: ${baseUrl(context, app)}/sitemap.xml`, ''].join('\n')),
  )
}

/** The oldest ones; the protocol allows 50,000 in a file. */
const maxSitemapDomains = 1000

/** The start page, and the claim pages of domains with open claims (sitemaps.org, protocol 0.9). */
function addSitemap(app: FastifyInstance, { context, rateLimits, admission }: RouteDependencies): void {
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    onRequest: async (request, reply) => {
      admission.assertAdmitted('listing')
      rateLimits.limitByIp(request, reply, false)
    },
    handler: async (request, reply) => {
      const { items } = await admission.runWithinLimits('listing', loadSubjectOf(request, false), async () =>
        listDomainsWithOpenClaims(context, { limit: maxSitemapDomains }),
      )
      // A domain of two chains has one page. The encoding leaves no character that XML escapes in text.
      const paths = new Set(['/', ...items.map(({ name }) => `/claim/${encodeURIComponent(name)}`)])
      const urls = [...paths].map((path) => `<url><loc>${baseUrl(context, app)}${path}</loc></url>`)
      return reply
        .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .type('application/xml; charset=utf-8')
        .send(
          [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
            ...urls,
            '</urlset>',
            '',
          ].join('\n'),
        )
    },
  })
}
