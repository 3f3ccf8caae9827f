/** What the content of an element may do to it. */
export interface Host {
  /** Sends an event to the page. */
  readonly emit: (type: 'byname-claimed' | 'byname-error', detail: object) => void
  /** Writes to the console of the browser what the owner of the page can do. */
  readonly tellOwner: (error: unknown) => void
  /** Undefined: the accent of the service. */
  readonly setAccent: (accent: CSSStyleSheet | undefined) => void
}
