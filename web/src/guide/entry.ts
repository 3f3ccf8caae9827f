import { find, findAll } from './elements.ts'
import { offerSearch } from './search-dialog.ts'

offerSearch()
offerThemes()
offerCopies()
followHeadings()
showPlace()

/** Light or dark; the one of the system is not remembered. */
function offerThemes(): void {
  const button = find(HTMLButtonElement, '[data-theme-switch]')
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (root.getAttribute('data-theme') ?? (system.matches ? 'dark' : 'light')) === 'dark'
  const show = () => button.setAttribute('aria-pressed', `${isDark()}`)
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    const isOfSystem = (theme === 'dark') === system.matches
    if (isOfSystem) root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', theme)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `theme=${isOfSystem ? '; max-age=0' : `${theme}; max-age=31536000`}; path=/; samesite=lax`
    show()
  })
  system.addEventListener('change', show)
  show()
  button.hidden = false
}

const copiedMs = 2000

function offerCopies(): void {
  for (const block of findAll(HTMLElement, '.code')) {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'copy', textContent: 'Copy' })
    button.addEventListener('click', async () => {
      const text = block.querySelector('code')?.textContent ?? ''
      const isCopied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
      button.textContent = isCopied ? 'Copied' : 'Not copied'
      setTimeout(() => Object.assign(button, { textContent: 'Copy' }), copiedMs)
    })
    block.append(button)
  }
}

/** Marks the heading in view in the table of contents of the page. */
function followHeadings(): void {
  const links = new Map(findAll(HTMLAnchorElement, '.toc a').map((link) => [link.hash.slice(1), link]))
  if (links.size === 0) return
  const headings = findAll(HTMLElement, 'article :is(h2, h3)').filter(({ id }) => links.has(id))
  const isInView = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) isInView.add(target)
        else isInView.delete(target)
      const current = headings.find((heading) => isInView.has(heading))
      if (!current) return
      for (const [id, link] of links)
        if (id === current.id) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
    },
    { rootMargin: '-64px 0px -60% 0px' },
  )
  for (const heading of headings) observer.observe(heading)
}

/** Of the page in the contents, which scroll by themselves. */
function showPlace(): void {
  const contents = find(HTMLElement, '.side')
  const current = contents.querySelector('[aria-current]')
  const show = () => {
    if (!(current instanceof HTMLElement)) return
    contents.scrollTop = current.offsetTop - contents.clientHeight / 2
  }
  contents.addEventListener('toggle', show)
  show()
}
