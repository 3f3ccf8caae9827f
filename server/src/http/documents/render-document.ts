import { accentStylesheet } from '../../appearance/accent-scale.ts'
import { escapeHtml, scriptJson } from '../../escape-html.ts'
import type { DocumentContent, DocumentText } from './document-content.ts'
import { type InlineText, inlineText } from './inline-text.ts'
import type { RemoteWallets } from './remote-wallets.ts'
import { siteTags } from './site-files.ts'
import type { WebBuild } from './web-build.ts'

interface DocumentOptions {
  /** Base URL of the links that others see. */
  readonly baseUrl: string
  readonly theme: string | undefined
  /** BCP 47. */
  readonly language: string
  /** That the page offers. */
  readonly remoteWallets: RemoteWallets | undefined
}

interface RenderedDocument {
  readonly html: string
  /** That the content security policy has to allow. */
  readonly styles: readonly InlineText[]
  readonly inlineScripts: readonly InlineText[]
}

/** The whole document. The script takes over the element `root`, with the data of the element `page`. */
export async function renderDocument(
  build: WebBuild,
  page: DocumentContent,
  { baseUrl, theme, language, remoteWallets }: DocumentOptions,
): Promise<RenderedDocument> {
  const content = { page: page.page, data: page.data, ...(page.accent && { accent: page.accent }) }
  const messages = build.messagesOf(page.page, language)
  const say = (text: DocumentText) =>
    typeof text === 'string' ? text : build.translate(language, text.message, text.values ?? {})
  const [title, description] = await Promise.all([say(page.title), say(page.description)])
  const styles = [build.styles, ...(page.accent ? [inlineText('style', accentStylesheet(page.accent))] : [])]
  const html = composeDocument({
    theme,
    language,
    head: headTags({ ...page, title, description }, baseUrl),
    fonts: build.fonts,
    styles: styles.map(({ text }) => `<style>${text}</style>`),
    inlineScript: build.earlyClick.text,
    early: build.earlyScriptOf(page.page),
    scripts: [...build.scriptsOf(page.page), messages.first],
    root: await build.render(content, language),
    data: { ...content, messages, ...(remoteWallets && { remoteWallets }) },
  })
  return { html, styles, inlineScripts: [build.earlyClick] }
}

/** The same for every path: the script of the console draws it, with the data of the element `page`. */
export function renderConsoleDocument(build: WebBuild, data: object, theme: string | undefined): string {
  return composeDocument({
    theme,
    language: 'en',
    head: ['<title>Console · Byname</title>', unlistedTag],
    fonts: build.fonts,
    styles: [`<link rel="stylesheet" href="${build.consoleStylesheet}">`],
    inlineScript: undefined,
    early: undefined,
    scripts: build.consoleScripts,
    root: '<noscript>The console needs JavaScript.</noscript>',
    data,
  })
}

const unlistedTag = '<meta name="robots" content="noindex">'

const rightToLeft: ReadonlySet<string> = new Set(['ar'])

interface DocumentParts {
  readonly theme: string | undefined
  readonly language: string
  readonly head: readonly string[]
  /** URLs of those that every document uses. */
  readonly fonts: readonly string[]
  /** Elements. */
  readonly styles: readonly string[]
  readonly inlineScript: string | undefined
  /** URL of a script that runs before the entry is loaded. */
  readonly early: string | undefined
  /** The entry first. */
  readonly scripts: readonly string[]
  readonly root: string
  readonly data: object
}

function composeDocument({
  theme,
  language,
  head,
  fonts,
  styles,
  inlineScript,
  early,
  scripts,
  root,
  data,
}: DocumentParts): string {
  const [entry, ...imports] = scripts
  return [
    '<!doctype html>',
    `<html lang="${language}"${rightToLeft.has(language) ? ' dir="rtl"' : ''}${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...siteTags,
    ...head,
    ...styles,
    ...(inlineScript ? [`<script>${inlineScript}</script>`] : []),
    ...fonts.map(
      (url) =>
        `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin fetchpriority="low">`,
    ),
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

interface Texts {
  readonly title: string
  readonly description: string
}

function headTags(
  { title, description, path, image, status, isUnlisted = false }: DocumentContent & Texts,
  baseUrl: string,
): readonly string[] {
  const isFound = status === undefined
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Byname',
    'og:title': title,
    'og:description': description,
    'og:url': baseUrl + path,
    ...(image && {
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
    }),
  }
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...(isFound
      ? [
          `<link rel="canonical" href="${escapeHtml(baseUrl + path)}">`,
          `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
          ...Object.entries(properties).map(
            ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
          ),
          ...(isUnlisted ? [unlistedTag] : []),
        ]
      : [unlistedTag]),
  ]
}
