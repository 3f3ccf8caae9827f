import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { serviceOrigin } from '../api/service-origin.ts'
import { currentLanguage, hasMessages } from '../text/messages.ts'
import type { Host } from './element-access.ts'
import { isRightToLeft, languageOf, loadLanguage } from './language.ts'
import { Placeholder } from './parts.tsx'
import { sharedStyles } from './styles.ts'

/** In English: there are no messages. */
const messagesNotLoaded = 'The messages of the element could not be loaded. They are tried again.'

const connected = new Set<BynameElement>()

let isDrawing = false

/**
 * An element of the page, drawn in a shadow root, whose styles are sheets that no policy of the page restricts. It is drawn after the
 * page's script has set all that it sets at once. Moved, it keeps its state; removed, it stops what it does.
 */
export abstract class BynameElement extends HTMLElement implements Host {
  readonly #shadow = this.attachShadow({ mode: 'open', delegatesFocus: true })
  #root: Root | undefined
  #isQueued = false
  /** The attribute that it needs is missing. */
  #isUnfinished = false

  /** The attribute without which there is no content. */
  protected abstract readonly needs: string

  /** Read anew after each change of an attribute; null without what it needs. */
  protected abstract content(): ReactNode

  connectedCallback(): void {
    connected.add(this)
    this.#queue()
  }

  disconnectedCallback(): void {
    // An element that is moved is removed first.
    queueMicrotask(() => {
      if (this.isConnected) return
      connected.delete(this)
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(): void {
    this.#queue()
  }

  emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }

  /** In English, with the sentence of the service, which says what is wrong. */
  tellOwner(error: unknown): void {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : error
    // biome-ignore lint/suspicious/noConsole: for the owner of the page.
    console.error(`${this.#tag()}: ${reason}\nSee “When it does not work”: ${serviceOrigin}/docs/embed`)
  }

  #warn(): void {
    // biome-ignore lint/suspicious/noConsole: for the owner of the page.
    console.warn(`${this.#tag()} shows nothing: it needs the attribute “${this.needs}”.`)
  }

  /** As it stands in the page, without what is secret. */
  #tag(): string {
    const shown = ['domain', 'name', 'chain-id'].flatMap((attribute) => {
      const value = this.getAttribute(attribute)
      return value === null ? [] : [` ${attribute}="${value}"`]
    })
    return `<${this.localName}${shown.join('')}>`
  }

  setAccent(accent: CSSStyleSheet | undefined): void {
    this.#shadow.adoptedStyleSheets = accent ? [sharedStyles, accent] : [sharedStyles]
  }

  #queue(): void {
    if (this.#isQueued) return
    this.#isQueued = true
    queueMicrotask(() => {
      this.#isQueued = false
      if (this.isConnected) void this.#update()
    })
  }

  async #update(): Promise<void> {
    if (!this.#root) {
      this.setAccent(undefined)
      this.#root = createRoot(this.#shadow)
      this.#root.render(this.#surface(<Placeholder />))
    }
    await loadLanguage(languageOf(this), this.#onFailure)
    BynameElement.#drawAll()
  }

  /** Once for all that change together. Others may have been in another language. */
  static #drawAll(): void {
    if (isDrawing) return
    isDrawing = true
    queueMicrotask(() => {
      isDrawing = false
      for (const element of connected) element.#draw()
    })
  }

  /** Without any messages, what stands inside of the element is shown again. */
  readonly #onFailure = (): void => {
    if (!this.isConnected) return
    if (!hasMessages()) this.#root?.render(<slot />)
    this.emit('byname-error', { name: 'UnreachableError', message: messagesNotLoaded })
  }

  #draw(): void {
    const content = this.content()
    if (content === null && !this.#isUnfinished) this.#warn()
    this.#isUnfinished = content === null
    this.#root?.render(content === null ? <slot /> : this.#surface(content))
  }

  #surface(content: ReactNode): ReactNode {
    const language = currentLanguage()
    const theme = this.getAttribute('theme')
    return (
      <div
        className="root"
        part="root"
        lang={language}
        dir={isRightToLeft(language) ? 'rtl' : 'ltr'}
        data-theme={theme === 'light' || theme === 'dark' || theme === 'system' ? theme : undefined}
      >
        <div className="card" part="card">
          {content}
        </div>
      </div>
    )
  }

  /** Absent or empty: undefined. */
  protected read(attribute: string): string | undefined {
    return this.getAttribute(attribute)?.trim() || undefined
  }

  protected get chainId(): number | undefined {
    const text = this.read('chain-id')
    return text === undefined ? undefined : Number(text)
  }
}
