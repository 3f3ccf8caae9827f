import type { components } from '../api/openapi-types.ts'

export type DomainPage = components['schemas']['DomainPage']
export type VisitorPolicy = components['schemas']['VisitorPolicy']
export type Name = components['schemas']['Name']

/** A name as it was read. */
export interface StoredName {
  readonly name: Name
  /** Entity tag, for If-Match. */
  readonly etag: string
}

/** What the server puts into a document: the responses of the public interface that a page shows first. */
export interface PageData {
  home: {
    readonly openDomains: { readonly data: readonly DomainPage[]; readonly next: string | null }
  }
  claim: { readonly domain: DomainPage; readonly isSandbox: boolean }
  name: StoredName & { readonly isSandbox: boolean }
  'my-names': { readonly chainIds: readonly number[]; readonly isSandbox: boolean }
  problem: {
    readonly status: number
    readonly title: string
    readonly message: string
    /** That which has no page. */
    readonly name?: string
    /** What can be done about it. */
    readonly action?: { readonly text: string; readonly href: string }
  }
}

export type PageContent = {
  [Page in keyof PageData]: { readonly page: Page; readonly data: PageData[Page] }
}[keyof PageData]
