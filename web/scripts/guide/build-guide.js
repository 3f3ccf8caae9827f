import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import sharp from 'sharp'
import { buildGuideAssets } from '../build-pages.js'
import { markdownPath, pageFinder, pagePath, readPages, root } from './contents.js'
import { linksFrom, renderDocument, renderSections } from './document.js'
import { escapeHtml } from './escape-html.js'
import { parsePage, relinkMarkdown } from './markdown.js'
import { searchEntries } from './search-entries.js'
import { fullText, summaryText } from './texts.js'

const dist = `${root}web/dist/guide`

const types = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Markdown is small and seldom read: its codings would be a twentieth of the package. */
const compressed = new Set(['html', 'txt', 'json', 'css', 'js', 'svg'])

/**
 * Builds the guide from the documents of the repository into `web/dist/guide`: its site, whose paths are those at the service, and
 * `files.json`, which lists its files for the service. Takes Vite's `build`.
 */
export async function buildGuide(viteBuild) {
  const pages = readPages()
  await rm(dist, { recursive: true, force: true })
  const files = new Map(await buildGuideAssets(viteBuild))
  const assets = await readAssets(files)
  const findPage = pageFinder(pages)
  const images = await prepareImages(pages)
  const imageOf = (source) => {
    const image = images.get(source)
    if (!image) throw new Error(`The documents show ${source}, which is no picture of docs/images.`)
    files.set(image.path, image.bytes)
    return image
  }
  const parsed = pages.map((page) => ({ page, ...parsePage(page, { findPage, imageOf }) }))
  const search = Buffer.from(JSON.stringify(searchEntries(parsed)))
  assets.search = hashedPath('search', search, 'json')
  files.set(assets.search, search)
  const site = { pages, sections: groupSections(pages), assets }
  for (const one of parsed) files.set(`${pagePath(one.page)}index.html`, renderPage(one, site))
  const relinked = (page, path, pathOf) => relinkMarkdown(page, path, { findPage, imageOf, pathOf })
  for (const page of pages) files.set(markdownPath(page), relinked(page, markdownPath(page), markdownPath))
  files.set('guide/404.html', renderMissing(site))
  files.set('llms.txt', summaryText(site))
  files.set(
    'llms-full.txt',
    fullText(pages, (page) => relinked(page, 'llms-full.txt', markdownPath)),
  )
  await writeSite(files)
}

function groupSections(pages) {
  const sections = new Map()
  for (const page of pages) {
    if (!page.section) continue
    const section = sections.get(page.section) ?? {
      title: page.section,
      id: page.section.toLowerCase().replaceAll(' ', '-'),
      pages: [],
    }
    section.pages.push(page)
    sections.set(page.section, section)
  }
  return [...sections.values()]
}

function renderPage({ page, html, headings, tokens }, site) {
  const linkTo = linksFrom(pagePath(page))
  const title = headings[0]?.text ?? page.title
  const common = { page, title: page.isDecision ? title : page.title, markdown: markdownPath(page) }
  if (page.slug !== '')
    return renderDocument(
      { ...common, description: page.description ?? title, body: withAudience(html, page), headings },
      { site, linkTo },
    )
  const intro = html.slice(0, html.indexOf('<h2'))
  const description =
    tokens.find(({ type, content }) => type === 'inline' && content.endsWith('.'))?.content ?? title
  return renderDocument(
    { ...common, description, body: intro + renderSections(site.sections, linkTo), headings: [] },
    { site, linkTo },
  )
}

/** A decision says for whom it is by its list. */
function withAudience(html, { isDecision, audience }) {
  if (!isDecision) return html
  return html.replace(
    '</h1>',
    `</h1>\n<p class="audience"><em>For ${escapeHtml(audience.join(' and '))}</em></p>`,
  )
}

/** Served at any depth, so its links begin at the root. */
function renderMissing(site) {
  return renderDocument(
    {
      title: 'Page not found',
      description: 'The guide has no such page.',
      body:
        '<h1>Page not found</h1>\n<p>The guide has no page at this address. It may have another name now: search for it, or begin at ' +
        'the <a href="/guide/">contents of the guide</a>.</p>',
    },
    { site, linkTo: (path) => `/${path}` },
  )
}

async function readAssets(files) {
  const icon = await readFile(`${root}web/icons/favicon.svg`)
  const iconPath = hashedPath('icon', icon, 'svg')
  files.set(iconPath, icon)
  const find = (pattern) => [...files.keys()].filter((path) => pattern.test(path))
  return {
    icon: iconPath,
    theme: find(/\/theme-[^/]+\.js$/)[0],
    script: find(/\/guide-[^/]+\.js$/)[0],
    stylesheet: find(/\.css$/)[0],
    fonts: find(/\/geist-latin-wght-normal-[^/]+\.woff2$/),
  }
}

/** As WebP, which has a seventh of their bytes. */
async function prepareImages(pages) {
  const sources = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/images\/[\w-]+\.(?:png|jpg)/g), ([path]) => `docs/${path}`),
  )
  const entries = [...new Set(sources)].map(async (source) => {
    const { data: bytes, info } = await sharp(root + source)
      .webp({ quality: 82, effort: 3 })
      .toBuffer({ resolveWithObject: true })
    const name = source.replace(/^.*\/|\.\w+$/g, '')
    return [source, { path: hashedPath(name, bytes, 'webp'), bytes, width: info.width, height: info.height }]
  })
  return new Map(await Promise.all(entries))
}

function hashedPath(name, bytes, extension) {
  return `guide/assets/${name}-${digest(bytes).slice(0, 8)}.${extension}`
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Each file with its codings beside it. */
async function writeSite(files) {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  // The highest level takes four times as long for a twentieth of the bytes.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const folders = new Set([...files.keys()].map((path) => dirname(path)))
  for (const folder of folders) await mkdir(`${dist}/site/${folder}`, { recursive: true })
  const entries = [...files].map(async ([path, content]) => {
    const bytes = Buffer.from(content)
    const file = `${dist}/site/${path}`
    const extension = path.slice(path.lastIndexOf('.') + 1)
    const isCompressed = compressed.has(extension)
    await writeFile(file, bytes)
    if (isCompressed) {
      await writeFile(`${file}.br`, await toBrotli(bytes, brotliOptions))
      await writeFile(`${file}.gz`, await toGzip(bytes))
    }
    return [path, { type: types[extension], digest: digest(bytes), isCompressed }]
  })
  await writeFile(`${dist}/files.json`, JSON.stringify(Object.fromEntries(await Promise.all(entries))))
}
