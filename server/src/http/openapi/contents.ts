import { escapeHtml } from '../../escape-html.ts'
import type { OpenapiDocument } from './types.ts'

/** Until the reader's script of more than a megabyte has arrived, in its colours; without scripts, it stays. */
const style = `<style>
body { margin: 0 }
.contents { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; color-scheme: light dark }
.contents h2 { margin: 2rem 0 0.25rem }
.contents ul { list-style: none; margin: 0.5rem 0 0; padding: 0 }
.contents li { padding: 0.25rem 0; overflow-wrap: anywhere }
.contents code { font: 0.875rem ui-monospace, monospace }
@media (prefers-color-scheme: dark) { html { background: #0f0f0f; color: #e7e7e7 } a { color: inherit } }
</style>`

/** Where the script draws the reader. */
const mountPoint = '<div id="app"></div>'

/** Stays above the reader, which gives way to it by the custom property. */
const header = `<style>
:root { --scalar-custom-header-height: 48px }
.guide { position: sticky; z-index: 20; top: 0; display: flex; align-items: center; box-sizing: border-box; height: 48px; padding: 0 16px; border-bottom: 1px solid #8884; background: #fff; color: #16181d; font: 14px/1.5 system-ui, sans-serif }
.guide a { padding: 12px 0; color: inherit }
@media (prefers-color-scheme: dark) { .guide { background: #0f0f0f; color: #e7e7e7 } }
body.light-mode .guide { background: #fff; color: #16181d }
body.dark-mode .guide { background: #0f0f0f; color: #e7e7e7 }
</style>
<header class="guide"><a href="../guide/">Byname guide</a></header>
`

type ReaderDocument = Pick<OpenapiDocument, 'paths' | 'tags'>

/** The page of the reader with its contents, and a way back to the guide. */
export function renderReaderPage(page: string, document: ReaderDocument): string {
  if (!page.includes(mountPoint)) throw new Error('The page of the reader has no place for its contents.')
  return page
    .replace('<html>', '<html lang="en">')
    .replace(mountPoint, () => header + mountPoint.replace('></', `>${renderContents(document)}</`))
}

/** All operations by their tag, as HTML that is read before any script has arrived. */
function renderContents({ paths, tags: groups }: ReaderDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary, tags }]) => ({ path, method, summary, tags })),
  )
  const sections = groups.map(({ name, description }) => {
    const lines = operations
      .filter((operation) => operation.tags.includes(name))
      .map(
        ({ method, path, summary }) =>
          `<li>${escapeHtml(summary)}<br><code>${method.toUpperCase()} ${escapeHtml(path)}</code></li>`,
      )
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p><ul>${lines.join('')}</ul>`
  })
  return [
    style,
    '<main class="contents"><h1>Byname</h1>',
    '<p>The operations of this service. Everything about them is in the <a href="../openapi.json">OpenAPI document</a>.</p>',
    ...sections,
    '</main>',
  ].join('')
}
