import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The table of contents: its sections are those of the site, its lists name their pages in order. */
const contentsSource = 'docs/README.md'

const decisionsFolder = 'docs/decisions'
const decisionsSource = `${decisionsFolder}/README.md`

const entry = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/
const audienceLine = /^\*For ([a-z, ]+)\*$/m

/** Whom a page can be for, as the line below its title says. */
const audiences = ['developers', 'implementers', 'owners', 'operators', 'maintainers']

/**
 * All pages in their order, each with its section; the first is the table of contents itself. Throws where the table and the
 * files disagree.
 */
export function readPages() {
  const first = { ...readPage(contentsSource, ''), title: 'Guide', section: undefined, isDecision: false }
  const pages = [first, ...readEntries(first.text)]
  const listed = new Set(pages.map(({ source }) => source))
  const missing = listMarkdown('docs').filter((source) => !listed.has(source))
  if (missing.length > 0)
    throw new Error(`${contentsSource} lists each page of docs, and lacks ${missing.join(', ')}.`)
  return pages
}

function readEntries(text) {
  let section
  return text.split('\n').flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, title, target, description] = entry.exec(line) ?? []
    if (!title) return []
    const source = posix.join('docs', target)
    if (!existsSync(root + source))
      throw new Error(`${contentsSource} lists ${target}, which does not exist.`)
    const page = { ...readPage(source, slugOf(source)), title, description, section, isDecision: false }
    return source === decisionsSource ? [page, ...readDecisions(page)] : [page]
  })
}

/** They are for the readers of their list, and follow it in the order of their numbers. */
function readDecisions({ section, audience }) {
  return readdirSync(root + decisionsFolder)
    .filter((name) => /^\d+-.+\.md$/.test(name))
    .toSorted()
    .map((name) => {
      const source = `${decisionsFolder}/${name}`
      const text = readText(source)
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      return { source, slug: slugOf(source), text, title, section, audience, isDecision: true }
    })
}

function readPage(source, slug) {
  const text = readText(source)
  const audience = audienceLine.exec(text)?.[1].split(/, | and /)
  if (!audience?.every((one) => audiences.includes(one)))
    throw new Error(
      `${source} says below its title for whom it is, as in "*For ${audiences[0]} and ${audiences[1]}*": of ${audiences.join(', ')}.`,
    )
  return { source, slug, text, audience }
}

function readText(source) {
  return readFileSync(root + source, 'utf8')
}

/** The path of a page below that of the guide. */
function slugOf(source) {
  if (source === 'README.md') return 'start'
  return source
    .replace(/^docs\//, '')
    .replace(/(?:\/README)?\.md$/, '')
    .toLowerCase()
}

function listMarkdown(folder) {
  return readdirSync(root + folder, { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.md') && statSync(root + path).isFile())
}

/** The page that a path of the repository is, or the one of its folder. */
export function pageFinder(pages) {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  return (path) => bySource.get(path) ?? bySource.get(posix.join(path, 'README.md'))
}

/** Of the page as HTML, below that of the site; with a slash at its end. */
export function pagePath({ slug }) {
  return slug === '' ? 'guide/' : `guide/${slug}/`
}

/** Of the page as Markdown, below that of the site. */
export function markdownPath({ slug }) {
  return `guide/${slug || 'index'}.md`
}

/** From one path of the site to another, so that the site may be below any path. */
export function relativePath(from, to) {
  const relative = posix.relative(from.endsWith('/') ? from : posix.dirname(from), to)
  return `${relative}${to.endsWith('/') && relative !== '' ? '/' : ''}` || './'
}
