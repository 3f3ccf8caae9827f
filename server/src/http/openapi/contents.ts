import { escapeHtml } from '../../escape-html.ts'
import type { OpenapiDocument } from './types.ts'

/** Those of the pages (`web/src/tokens.css`), by the variables that the reader has for them. */
const colors = {
  'background-1': 'light-dark(oklch(0.991 0.002 268), oklch(0.166 0.007 268))',
  'background-2': 'light-dark(oklch(0.97 0.004 268), oklch(0.143 0.006 268))',
  'background-3': 'light-dark(oklch(0.955 0.005 268), oklch(0.25 0.011 268))',
  'background-accent': 'light-dark(oklch(0.955 0.025 268), oklch(0.28 0.06 268))',
  'border-color': 'light-dark(oklch(0.918 0.006 268), oklch(0.292 0.012 268))',
  'color-1': 'light-dark(oklch(0.21 0.015 268), oklch(0.965 0.004 268))',
  'color-2': 'light-dark(oklch(0.475 0.015 268), oklch(0.735 0.012 268))',
  'color-3': 'light-dark(oklch(0.53 0.013 268), oklch(0.655 0.013 268))',
  'color-accent': 'light-dark(oklch(0.5 0.2 268), oklch(0.76 0.13 268))',
  'color-green': 'light-dark(oklch(0.49 0.125 155), oklch(0.79 0.15 155))',
  'color-orange': 'light-dark(oklch(0.5 0.11 70), oklch(0.83 0.13 80))',
  'color-red': 'light-dark(oklch(0.53 0.2 27), oklch(0.75 0.14 25))',
  'button-1': 'light-dark(oklch(0.52 0.2 268), oklch(0.72 0.15 268))',
  'button-1-color': 'light-dark(oklch(1 0 0), oklch(0.17 0.03 268))',
} as const

/** The reader has what `.light-mode` and `.dark-mode` set; both are of this look. */
const look = `
:root, .light-mode, .dark-mode {
  ${Object.entries(colors)
    .map(([name, value]) => `--scalar-${name}: ${value};`)
    .join('\n  ')}
  --scalar-sidebar-background-1: var(--scalar-background-1);
  --scalar-sidebar-item-hover-background: var(--scalar-background-3);
  --scalar-sidebar-item-active-background: var(--scalar-background-accent);
  --scalar-sidebar-color-active: var(--scalar-color-accent);
  --scalar-color-blue: var(--scalar-color-accent);
  --scalar-font: Geist, system-ui, sans-serif;
  --scalar-font-code: "Geist Mono", ui-monospace, monospace;
  --scalar-radius: 8px;
  --scalar-radius-lg: 12px;
  --scalar-custom-header-height: 56px;
}
:root { color-scheme: light dark }
.light-mode { color-scheme: light }
.dark-mode { color-scheme: dark }
body { margin: 0; background: var(--scalar-background-1); color: var(--scalar-color-1) }
#app a[href*="scalar.com"] { display: none }
`

/** Until the reader's script of more than a megabyte has arrived; without scripts, they stay. */
const contentsStyle = `
#app:not(:empty) + .all-operations { display: none }
.all-operations { font: 16px/1.5 var(--scalar-font); max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
.all-operations h2 { margin: 2rem 0 0.25rem }
.all-operations ul { list-style: none; margin: 0.5rem 0 0; padding: 0 }
.all-operations li { padding: 0.25rem 0; overflow-wrap: anywhere }
.all-operations code { font: 0.875rem var(--scalar-font-code) }
.all-operations a { color: var(--scalar-color-accent) }
`

/** Where the script draws the reader. */
const mountPoint = '<div id="app"></div>'

const headerStyle = `
.guide { position: sticky; z-index: 20; top: 0; display: flex; align-items: center; gap: 8px; box-sizing: border-box; height: 56px; padding: 0 20px; border-bottom: 1px solid var(--scalar-border-color); background: var(--scalar-background-1); color: var(--scalar-color-1); font: 600 16px/1.5 var(--scalar-font); letter-spacing: -0.02em }
.guide a { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; color: inherit; text-decoration: none }
.guide span { color: var(--scalar-color-2); font-weight: 400 }
.guide a + a { margin-inline-start: auto; color: var(--scalar-color-2); font-weight: 400 }
.guide a:hover { color: var(--scalar-color-accent) }
.guide svg { width: 24px; height: 24px }
.guide rect { fill: var(--scalar-color-1) }
.guide circle { fill: var(--scalar-background-1) }
.guide path { fill: none; stroke: var(--scalar-background-1); stroke-width: 3.3; stroke-linecap: round }
`

/** Stays above the reader, which gives way to it by the custom property. */
const header = `<header class="guide"><a href="../docs/"><svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"/><circle cx="8.3" cy="23" r="2.5"/><path d="M14.3 7.2v16.65M14.3 18.9a4.95 4.95 0 1 1 9.9 0a4.95 4.95 0 0 1-9.9 0"/></svg>Byname <span>API reference</span></a><a href="../guide/">Guide</a></header>
`

type ReaderDocument = Pick<OpenapiDocument, 'paths' | 'tags'>

/** Absolute paths of files of the guide; none without a build. */
export interface ReaderFonts {
  readonly sans?: string | undefined
  readonly mono?: string | undefined
}

/**
 * The page of the reader with its contents, in the look of the guide, and with a way back to it. The contents are beside the place of
 * the reader, which would take what is within for its own.
 */
export function renderReaderPage(page: string, document: ReaderDocument, fonts: ReaderFonts = {}): string {
  if (!page.includes(mountPoint)) throw new Error('The page of the reader has no place for its contents.')
  const styles = [fontFaces(fonts), look, headerStyle, contentsStyle].join('')
  return page
    .replace('<html>', '<html lang="en">')
    .replace('<title>Byname</title>', `<title>API reference · Byname</title><style>${styles}</style>`)
    .replace(mountPoint, () => header + mountPoint + renderContents(document))
}

function fontFaces({ sans, mono }: ReaderFonts): string {
  return Object.entries({ Geist: sans, 'Geist Mono': mono })
    .filter(([, path]) => path !== undefined)
    .map(
      ([family, path]) =>
        `@font-face { font-family: "${family}"; font-weight: 100 900; font-display: swap; src: url("../${path}") format("woff2") }`,
    )
    .join('\n')
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
    '<main class="all-operations"><h1>API reference</h1>',
    '<p>The operations of this service. Everything about them is in the <a href="../openapi.json">OpenAPI document</a>.</p>',
    ...sections,
    '</main>',
  ].join('')
}
