import { posix } from 'node:path'
import Slugger from 'github-slugger'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import MarkdownIt from 'markdown-it'
import { pagePath, relativePath } from './contents.js'
import { renderDiagram } from './diagram.js'
import { escapeHtml } from './escape-html.js'

/** By the names that code blocks have. */
const languages = { sh: bash, js: javascript, json, ts: typescript, html: xml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

const languageNames = { sh: 'Shell', js: 'JavaScript', json: 'JSON', ts: 'TypeScript', html: 'HTML' }

const isExternal = /^(?:https?:|mailto:)/

const markdown = createMarkdown()

/**
 * The text of a page as tokens of markdown-it, with links of the site and anchors as GitHub has them. `findPage` takes a path of the
 * repository; `imageOf` returns `{ path, width, height }` of a picture.
 */
export function parsePage(page, { findPage, imageOf }) {
  const env = { page, findPage, imageOf, headings: [] }
  const tokens = markdown.parse(page.text, env)
  return { tokens, headings: env.headings, html: markdown.renderer.render(tokens, markdown.options, env) }
}

function createMarkdown() {
  // The texts are our own; what HTML they have are pictures with a width.
  const instance = new MarkdownIt({ html: true })
  instance.core.ruler.push('headings', addAnchors)
  instance.core.ruler.push('rows', addRowAnchors)
  instance.core.ruler.push('items', addItemAnchors)
  instance.core.ruler.push('links', rewriteLinks)
  instance.core.ruler.push('audience', markAudience)
  instance.core.ruler.push('alignment', classifyAlignment)
  instance.core.ruler.push('headers', leaveOutEmptyHeaders)
  const { rules } = instance.renderer
  rules.fence = (tokens, index) => renderCode(tokens[index])
  rules.code_block = rules.fence
  rules.code_inline = (tokens, index) => `<code>${withBreaks(escapeHtml(tokens[index].content))}</code>`
  rules.table_open = () =>
    '<div class="table overflow-x-auto" role="group" aria-label="Table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.image = (tokens, index, _options, env) => {
    const { attrs, content } = tokens[index]
    return renderImage({ src: Object.fromEntries(attrs).src, alt: content }, env)
  }
  rules.html_inline = (tokens, index, _options, env) => renderHtml(tokens[index].content, env)
  rules.html_block = rules.html_inline
  return instance
}

function renderCode({ info, content }) {
  const name = info.trim()
  if (name === 'mermaid') return renderDiagram(content)
  const text = content.replace(/\n$/, '')
  const html = hljs.getLanguage(name) ? hljs.highlight(text, { language: name }).value : escapeHtml(text)
  const label = languageNames[name] ?? 'Text'
  return `<div class="code"><pre class="overflow-x-auto" tabindex="0" role="group" aria-label="${label}"><code>${html}</code></pre></div>\n`
}

/** Names of settings and paths break between their words. */
function withBreaks(html) {
  return html.replace(/(?<=\w)[_/](?=\w)/g, '$&<wbr>')
}

/** A picture opens itself in full size. */
function renderImage({ src, alt, width }, { page, imageOf }) {
  const image = imageOf(posix.join(posix.dirname(page.source), src))
  const href = relativePath(pagePath(page), image.path)
  const shown = Number(width ?? Math.min(image.width / 2, 720))
  const height = Math.round((shown * image.height) / image.width)
  const picture = `<img src="${href}" alt="${escapeHtml(alt)}" width="${shown}" height="${height}" loading="lazy" decoding="async">`
  return `<a class="picture" href="${href}">${picture}</a>`
}

/** Pictures, one or several, as GitHub shows them: their tags go over lines. */
function renderHtml(html, env) {
  const others = html.replaceAll(/<img\s[^<>]*>/g, '').trim()
  if (others !== '') throw new Error(`${env.page.source} has HTML other than pictures: ${html.trim()}`)
  return html.replaceAll(/<img\s([^<>]*)>/g, (_tag, text) => {
    const attributes = Array.from(text.matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [
      key,
      value.replaceAll('\n', ' '),
    ])
    return renderImage(Object.fromEntries(attributes), env)
  })
}

/** The text of an inline token, as a reader sees it. */
export function plainText({ children }) {
  return children.map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('')
}

/** Each heading but the title is a link to itself. */
function addAnchors({ tokens, env, Token }) {
  const slugger = new Slugger()
  env.slugger = slugger
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const inline = tokens[index + 1]
    const text = plainText(inline)
    const id = slugger.slug(text)
    const level = Number(token.tag.slice(1))
    token.attrSet('id', id)
    token.meta = { id, text }
    env.headings.push({ level, id, text })
    if (level === 1 || inline.children.some(({ type }) => type === 'link_open')) return
    const open = new Token('link_open', 'a', 1)
    open.attrs = [
      ['href', `#${id}`],
      ['class', 'anchor'],
    ]
    inline.children = [open, ...inline.children, new Token('link_close', 'a', -1)]
  })
}

/** A table of fewer rows is read as a whole. */
const minRows = 8

/** The rows of a long table are found by what they begin with, such as a setting or a term. */
function addRowAnchors({ tokens, env }) {
  for (const [begin, { type }] of tokens.entries()) {
    if (type !== 'tbody_open') continue
    const end = tokens.findIndex((token, index) => index > begin && token.type === 'tbody_close')
    const rows = tokens
      .slice(begin, end)
      .flatMap((row, index) => (row.type === 'tr_open' ? [begin + index] : []))
    if (rows.length < minRows) continue
    for (const index of rows) {
      const text = plainText(tokens[index + 2])
      if (text === '') continue
      const id = env.slugger.slug(text)
      tokens[index].attrSet('id', id)
      tokens[index].meta = { id, text }
    }
  }
}

/** An item that explains what it begins with, such as a setting or a reason of the health, is found by it. */
function addItemAnchors({ tokens, env }) {
  for (const [index, item] of tokens.entries()) {
    if (item.type !== 'list_item_open' || tokens[index + 1].type !== 'paragraph_open') continue
    const { children } = tokens[index + 2]
    const end = children.findIndex(({ type, content }) => type !== 'code_inline' && !/^,? ?$/.test(content))
    if (end < 1 || !/^(?::| \()/.test(children[end].content)) continue
    const text = plainText({ children: children.slice(0, end) })
    const id = env.slugger.slug(text)
    item.attrSet('id', id)
    item.meta = { id, text }
  }
}

/** Links to what is no page lead nowhere in the site, so their text stays alone. */
function rewriteLinks({ tokens, env }) {
  for (const { children } of tokens) {
    const opened = []
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = siteLink(token.attrGet('href'), pagePath(env.page), env)
        if (href) token.attrSet('href', href)
        else Object.assign(token, { tag: 'span', attrs: [] })
        opened.push(token.tag)
      } else if (token.type === 'link_close') token.tag = opened.pop()
    }
  }
}

function siteLink(href, from, { page, findPage }) {
  if (isExternal.test(href) || href.startsWith('#')) return href
  const [path, anchor] = href.split('#')
  const target = findPage(posix.join(posix.dirname(page.source), path))
  return target && `${relativePath(from, pagePath(target))}${anchor ? `#${anchor}` : ''}`
}

function markAudience({ tokens }) {
  const index = tokens.findIndex(
    ({ type, content }) => type === 'inline' && /^\*For [a-z, ]+\*$/.test(content),
  )
  if (index > 0) tokens[index - 1].attrSet('class', 'audience')
}

/** The content security policy allows no style in the page. */
function classifyAlignment({ tokens }) {
  for (const token of tokens) {
    const style = token.attrGet('style')
    if (style) token.attrs = [['class', style.replace('text-align:', '')]]
  }
}

/** A cell of a header without a text is not one. */
function leaveOutEmptyHeaders({ tokens }) {
  tokens.forEach(({ type, content }, index) => {
    if (type !== 'inline' || content !== '' || tokens[index - 1].type !== 'th_open') return
    tokens[index - 1].tag = 'td'
    tokens[index + 1].tag = 'td'
  })
}

const linkOrPicture = /(!?\[([^\]]*)\]\()([^)\s]+)\)|(<img\s+src=")([^"]+)"/g
const codeBlock = /(^ *```[\s\S]*?^ *```)/m

/**
 * The text of a page as the file at `path` of the site: links lead to the Markdown of other pages (`pathOf`), and those to what is no
 * page become their text.
 */
export function relinkMarkdown(page, path, { findPage, imageOf, pathOf }) {
  const sourceOf = (href) => posix.join(posix.dirname(page.source), href)
  const relink = (whole, open, text, href, openImage, src) => {
    if (src) return `${openImage}${relativePath(path, imageOf(sourceOf(src)).path)}"`
    if (open.startsWith('!')) return `${open}${relativePath(path, imageOf(sourceOf(href)).path)})`
    if (isExternal.test(href) || href.startsWith('#')) return whole
    const [file, anchor] = href.split('#')
    const target = findPage(sourceOf(file))
    return target ? `${open}${relativePath(path, pathOf(target))}${anchor ? `#${anchor}` : ''})` : text
  }
  return page.text
    .split(codeBlock)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(linkOrPicture, relink)))
    .join('')
}
