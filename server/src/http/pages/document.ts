import type { FastifyInstance } from 'fastify'
import { textColorOn } from '../../core/domains/change.ts'
import type { PagesBuild } from './pages-build.ts'
import type { Page } from './read-pages.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** JSON that ends no `<script>` and begins no comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The content security policy allows no colour in the document itself. */
function accentStylesheetUrl(color: string): string {
  return `/_/accent/${color.slice(1)}.css`
}

/** A stylesheet for each colour, which never changes. */
export function addAccentStylesheets(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>(
    '/_/accent/:color(^[0-9a-f]{6}).css',
    async ({ params: { color } }, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type('text/css; charset=utf-8')
        .send(`:root:root{--accent:#${color};--accent-ink:${textColorOn(`#${color}`)}}`),
  )
}

interface DocumentOptions {
  /** Base URL of the links that others see. */
  readonly baseUrl: string
  readonly theme: string | undefined
}

/** The whole document. The script takes over the element `root`, with the data of the element `page`. */
export async function renderDocument(
  build: PagesBuild,
  page: Page,
  { baseUrl, theme }: DocumentOptions,
): Promise<string> {
  const content = { page: page.page, data: page.data }
  return composeDocument({
    theme,
    head: headTags(page, baseUrl),
    stylesheets: [build.stylesheet, ...(page.accent ? [accentStylesheetUrl(page.accent)] : [])],
    early: build.earlyScriptOf(page.page),
    scripts: build.scriptsOf(page.page),
    root: await build.render(content),
    data: content,
  })
}

/** The same for every path: the script of the console draws it, with the data of the element `page`. */
export function renderConsoleDocument(build: PagesBuild, data: object, theme: string | undefined): string {
  return composeDocument({
    theme,
    head: [
      '<title>Console · Byname</title>',
      '<link rel="icon" href="data:,">',
      '<meta name="robots" content="noindex">',
    ],
    stylesheets: [build.stylesheet],
    early: undefined,
    scripts: build.consoleScripts,
    root: '<noscript>The console needs JavaScript.</noscript>',
    data,
  })
}

interface DocumentParts {
  readonly theme: string | undefined
  readonly head: readonly string[]
  readonly stylesheets: readonly string[]
  /** A script that runs before the entry is loaded. */
  readonly early: string | undefined
  /** The entry first. */
  readonly scripts: readonly string[]
  readonly root: string
  readonly data: object
}

function composeDocument({ theme, head, stylesheets, early, scripts, root, data }: DocumentParts): string {
  const [entry, ...imports] = scripts
  return [
    '<!doctype html>',
    `<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...head,
    ...stylesheets.map((url) => `<link rel="stylesheet" href="${url}">`),
    ...(early ? [`<script type="module" src="${early}"></script>`] : []),
    ...imports.map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${entry}"></script>`,
    '</head>',
    '<body>',
    `<div id="root">${root}</div>`,
    `<script type="application/json" id="page">${scriptJson(data)}</script>`,
    '</body>',
    '</html>',
  ].join('\n')
}

function headTags({ title, description, path, image, status }: Page, baseUrl: string): readonly string[] {
  const isFound = status === undefined
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Byname',
    'og:title': title,
    'og:description': description,
    'og:url': baseUrl + path,
    ...(image && { 'og:image': image }),
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<link rel="icon" href="data:,">',
    ...(isFound
      ? [
          `<link rel="canonical" href="${escapeHtml(baseUrl + path)}">`,
          `<meta name="twitter:card" content="summary">`,
          ...Object.entries(properties).map(
            ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
          ),
        ]
      : ['<meta name="robots" content="noindex">']),
  ]
}
