/** A kind of listing. */
export interface Listing {
  readonly title: string
  /** Fetches what the paths need, such as cursors, before the measurements. */
  readonly prepare?: (url: string, size: number) => Promise<void>
  /** Path of request number `index` to a service with this many users; all of them match about as many names. */
  readonly pathOf: (index: number, size: number) => string
  /** Whether there are matches. */
  readonly hasResults: boolean
}
