import { find, findAll } from './elements.ts'
import type { Hit, Search } from './search.ts'

/** Opens by its button, by `/` and by Ctrl or ⌘ K. The index is fetched when it first opens. */
export function offerSearch(): void {
  const dialog = find(HTMLDialogElement, 'dialog.search')
  const input = find(HTMLInputElement, 'dialog.search input')
  const button = find(HTMLButtonElement, '[data-find]')
  const state = find(HTMLElement, 'dialog.search .state')
  const list = find(HTMLOListElement, 'dialog.search .hits')
  let search: Promise<Search> | undefined

  const open = () => {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    void update()
  }
  /** The last one typed wins. */
  const update = async () => {
    const query = input.value.trim()
    search ??= loadSearch()
    state.textContent ||= 'Loading the index …'
    try {
      const { find: findHits, pageCount } = await search
      if (query !== input.value.trim()) return
      const hits = query === '' ? [] : findHits(query)
      list.replaceChildren(...hits.map(renderHit))
      state.textContent = describe(query, hits.length, pageCount)
    } catch {
      search = undefined
      state.textContent = 'The index cannot be loaded. Type again to try again.'
    }
  }

  button.hidden = false
  button.addEventListener('click', open)
  input.addEventListener('input', () => void update())
  find(HTMLButtonElement, 'dialog.search [data-close]').addEventListener('click', () => dialog.close())
  find(HTMLFormElement, 'dialog.search form').addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  // A hit of this page leaves the document as it is. A click beside the dialog is one on its backdrop.
  list.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('keydown', (event) => moveFocus(event, input))
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.metaKey || event.ctrlKey)
    if (!isShortcut && !(event.key === '/' && !isTyping(event))) return
    event.preventDefault()
    open()
  })
}

function isTyping({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return metaKey || ctrlKey || altKey || (target instanceof Element && target.matches('input, textarea'))
}

/** Through the hits by the arrows, and back to the field. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [input, ...findAll(HTMLAnchorElement, 'dialog.search .hits a')]
  const index = stops.findIndex((stop) => stop.matches(':focus'))
  stops[Math.min(Math.max(index + step, 0), stops.length - 1)]?.focus()
  event.preventDefault()
}

async function loadSearch(): Promise<Search> {
  const { root = '', search = '' } = document.body.dataset
  const [{ createSearch }, response] = await Promise.all([import('./search.ts'), fetch(search)])
  if (!response.ok) throw new Error(`The index responds with ${response.status}.`)
  return createSearch(await response.json(), root)
}

function describe(query: string, hits: number, pageCount: number): string {
  if (query === '') return `Searches the ${pageCount} pages of the guide.`
  if (hits === 0) return `No page has “${query}”. Try another word, or only the beginning of it.`
  return hits === 1 ? '1 hit' : `${hits} hits`
}

function renderHit({ href, place, title, excerpt }: Hit): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(
    renderPart('small', [{ text: place, isMatch: false }]),
    renderPart('strong', title),
    renderPart('span', excerpt),
  )
  item.append(link)
  return item
}

function renderPart(tag: 'small' | 'strong' | 'span', parts: Hit['title']): HTMLElement {
  const element = document.createElement(tag)
  for (const { text, isMatch } of parts) {
    const node = isMatch ? document.createElement('mark') : document.createTextNode('')
    node.textContent = text
    element.append(node)
  }
  return element
}
