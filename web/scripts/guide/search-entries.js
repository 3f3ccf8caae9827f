import { pagePath } from './contents.js'
import { plainText } from './markdown.js'

/**
 * What the search finds: the pages, each part of one below a heading, the rows of long tables, and items that explain a name, as
 * `[index of the page, anchor, heading, text]`. The index itself is made in the browser, which takes less time than fetching it.
 */
export function searchEntries(parsed) {
  const pages = parsed.map(({ page }) => ({
    path: pagePath(page).replace('guide/', ''),
    title: page.title,
    section: page.isDecision ? 'Decisions' : (page.section ?? ''),
  }))
  // The first page has what the others say of themselves.
  const entries = parsed.flatMap(({ page, tokens }, index) =>
    page.slug === '' ? [] : partsOf(tokens, index),
  )
  return { pages, entries }
}

function partsOf(tokens, index) {
  const parts = [[index, '', '', '']]
  let part = parts[0]
  let section = part
  const begin = ({ id, text }) => {
    parts.push([index, id, text, ''])
    return parts.at(-1)
  }
  tokens.forEach(({ type, tag, meta, content, children }, at) => {
    if (type === 'heading_open' && tag !== 'h1') section = part = begin(meta)
    else if ((type === 'tr_open' || type === 'list_item_open') && meta) part = begin(meta)
    else if (type === 'tbody_close' || type === 'bullet_list_close') part = section
    // The text of a heading, and what a row or an item is found by: its first cell, its beginning.
    const owner = tokens[at - 2]
    const isTitle = tokens[at - 1]?.type === 'heading_open' || (owner?.type === 'tr_open' && owner.meta)
    const title = owner?.type === 'list_item_open' ? (owner.meta?.text ?? '') : ''
    const own = type === 'inline' && !isTitle ? plainText({ children }).slice(title.length) : ''
    const text = type === 'fence' ? content.trim() : own.replace(/^: /, '')
    if (text) part[3] += `${part[3] && ' '}${text.replace(/\s+/g, ' ')}`
  })
  return parts.filter(([, anchor, , text]) => anchor || text)
}
