import { markdownPath } from './contents.js'

/** By the convention of llmstxt.org: what there is to read, with links to it as Markdown. */
export function summaryText({ pages, sections }) {
  const [, , about = ''] = pages[0].text.split('\n\n')
  const lists = sections.map(({ title, pages }) => {
    const lines = pages
      .filter(({ isDecision }) => !isDecision)
      .map((page) => `- [${page.title}](${markdownPath(page)}): ${page.description}`)
    return `## ${title}\n\n${lines.join('\n')}`
  })
  const interfaceLines = [
    '- [OpenAPI document](openapi.json): every operation, with its requests, responses and errors',
    '- [All pages](llms-full.txt): the text of the guide without decisions and changelog, in one file',
  ]
  const parts = [
    '# Byname',
    `> ${about.replace(/\n/g, ' ')}`,
    ...lists,
    `## Interface\n\n${interfaceLines.join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** All that says what the service does and how it is used. */
export function fullText(pages, textOf) {
  return pages
    .filter(({ slug, isDecision }) => !isDecision && slug !== '' && slug !== 'changelog')
    .map(textOf)
    .join('\n\n')
}
