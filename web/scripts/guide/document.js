import { pagePath, relativePath } from './contents.js'
import { escapeHtml } from './escape-html.js'

const mark =
  '<svg class="mark" aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"/><circle cx="8.3" cy="23" r="2.5"/>' +
  '<path d="M14.3 7.2v16.65M14.3 18.9a4.95 4.95 0 1 1 9.9 0a4.95 4.95 0 0 1-9.9 0"/></svg>'

/** Of lucide, as the other pages have them. */
const icon = (shapes, name = '') =>
  `<svg class="icon${name && ` ${name}`}" aria-hidden="true" viewBox="0 0 24 24">${shapes}</svg>`
const searchIcon = icon('<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>')
const menuIcon = icon('<path d="M4 5h16M4 12h16M4 19h16"/>')
const closeIcon = icon('<path d="M18 6 6 18M6 6l12 12"/>')
const sunIcon = icon(
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
  'sun',
)
const moonIcon = icon(
  '<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/>',
  'moon',
)
const previousIcon = icon('<path d="m12 19-7-7 7-7M19 12H5"/>')
const nextIcon = icon('<path d="M5 12h14m-7-7 7 7-7 7"/>')

/**
 * The document of a page. `site` has its `pages`, and the paths of its `assets`: theme, script, stylesheet, fonts, icon and search.
 * `linkTo` makes the URL of a path of the site.
 */
export function renderDocument(content, { site, linkTo }) {
  const { page, title, description, body, headings = [] } = content
  const { assets } = site
  const isFirst = page?.slug === ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(isFirst ? 'Byname guide' : `${title} · Byname guide`)}</title>
<meta name="description" content="${escapeHtml(capitalize(description))}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfcfd">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d0e12">
<link rel="icon" href="${linkTo(assets.icon)}" type="image/svg+xml">
<script src="${linkTo(assets.theme)}"></script>
${assets.fonts.map((path) => `<link rel="preload" href="${linkTo(path)}" as="font" type="font/woff2" crossorigin>`).join('\n')}
<link rel="stylesheet" href="${linkTo(assets.stylesheet)}">
<script type="module" src="${linkTo(assets.script)}"></script>
${content.markdown ? `<link rel="alternate" type="text/markdown" href="${linkTo(content.markdown)}">` : '<meta name="robots" content="noindex">'}
</head>
<body data-root="${linkTo('guide/')}" data-search="${linkTo(assets.search)}">
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<button class="round menu" type="button" popovertarget="contents" aria-label="Contents">${menuIcon}</button>
<a class="brand" href="${linkTo('guide/')}">${mark}<span>Byname</span> <span class="guide">Guide</span></a>
<button class="find" type="button" data-find aria-label="Search the guide" hidden>${searchIcon}<span>Search the guide</span><kbd>/</kbd></button>
<a class="reader" href="${linkTo('docs/')}">API<span> reference</span></a>
<button class="round" type="button" data-theme-switch aria-label="Dark theme" aria-pressed="false" hidden>${sunIcon}${moonIcon}</button>
</header>
<div class="frame${isFirst ? ' first' : ''}">
${renderNavigation(content, site, linkTo)}
<main id="content" tabindex="-1">
${renderBreadcrumbs(content, linkTo)}
<article>
${body.replace(audience, (line) => line + renderTocInline(headings))}
</article>
${page ? renderNeighbours(page, site, linkTo) : ''}
</main>
${renderToc(headings)}
</div>
<dialog class="search" aria-label="Search the guide">
<form role="search">${searchIcon}<input type="search" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off" spellcheck="false" enterkeyhint="go" maxlength="100"><button type="button" class="round" data-close aria-label="Close">${closeIcon}</button></form>
<p class="state" role="status"></p>
<ol class="hits"></ol>
</dialog>
</body>
</html>
`
}

/** A column, and on phones a popover, which opens without a script. */
function renderNavigation({ page }, { sections }, linkTo) {
  const groups = sections.map(({ title, pages }) => {
    const isHere = page?.section === title
    const items = pages
      .filter(({ isDecision }) => !isDecision || (isHere && isNearDecisions(page)))
      .map((one) => {
        const current = one === page ? ' aria-current="page"' : ''
        return `<li${one.isDecision ? ' class="below"' : ''}><a href="${linkTo(pagePath(one))}"${current}>${escapeHtml(one.title)}</a></li>`
      })
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
  })
  return `<nav class="side" id="contents" popover aria-label="Guide">
<button class="round close" type="button" popovertarget="contents" popovertargetaction="hide" aria-label="Close the contents">${closeIcon}</button>
${groups.join('\n')}
</nav>`
}

function isNearDecisions({ slug }) {
  return slug.startsWith('decisions')
}

function renderBreadcrumbs({ page, title }, linkTo) {
  if (!page?.section) return ''
  const steps = [
    `<a href="${linkTo('guide/')}">Guide</a>`,
    ...(page.isDecision
      ? [`<a href="${linkTo('guide/decisions/')}">Decisions</a>`]
      : [escapeHtml(page.section)]),
    `<span aria-current="page">${escapeHtml(title)}</span>`,
  ]
  return `<nav class="crumbs" aria-label="Breadcrumb"><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></nav>`
}

function tocItems(headings) {
  return headings
    .filter(({ level }) => level === 2 || level === 3)
    .map(
      ({ level, id, text }) =>
        `<li${level === 3 ? ' class="below"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
    )
}

const minTocItems = 3

function renderToc(headings) {
  const items = tocItems(headings)
  if (items.length < minTocItems) return ''
  return `<nav class="toc" aria-labelledby="toc"><h2 id="toc">On this page</h2><ul>\n${items.join('\n')}\n</ul></nav>`
}

const audience = /<p class="audience">.*?<\/p>\n?/

/** Below the title, where the window has no place for a third column. */
function renderTocInline(headings) {
  const items = tocItems(headings)
  if (items.length < minTocItems) return ''
  return `<details class="toc-inline"><summary>On this page</summary><ul>\n${items.join('\n')}\n</ul></details>`
}

function renderNeighbours(page, { pages }, linkTo) {
  const index = pages.indexOf(page)
  const link = (one, rel, label, [before, after]) =>
    one
      ? `<a rel="${rel}" href="${linkTo(pagePath(one))}">${before}<span><small>${label}</small>${escapeHtml(one.title)}</span>${after}</a>`
      : ''
  return `<nav class="neighbours" aria-label="Previous and next page">
${link(pages[index - 1], 'prev', 'Previous', [previousIcon, ''])}
${link(pages[index + 1], 'next', 'Next', ['', nextIcon])}
</nav>`
}

/** What the first page has in place of the lists of its text. */
export function renderSections(sections, linkTo) {
  const groups = sections.map(({ title, id, pages }) => {
    const items = pages
      .filter(({ isDecision }) => !isDecision)
      .map(
        (page) =>
          `<li><a href="${linkTo(pagePath(page))}"><strong>${escapeHtml(page.title)}</strong><span>${escapeHtml(capitalize(page.description))}</span></a></li>`,
      )
    return `<h2 id="${id}">${escapeHtml(title)}</h2>\n<ul class="cards">\n${items.join('\n')}\n</ul>`
  })
  return groups.join('\n')
}

function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Links of a page that lies at a path of the site. */
export function linksFrom(path) {
  return (target) => relativePath(path, target)
}
