import type { components } from '@byname/sdk/openapi'
import type { MessageKey, MessageValues } from '../text/messages.ts'

export type DomainPage = components['schemas']['DomainPage']
export type VisitorPolicy = components['schemas']['VisitorPolicy']
export type DirectoryEntry = components['schemas']['DirectoryEntry']
/** `sealed`: who signs its records; absent from what a transfer returns, which no sealed name has. */
export type Name = components['schemas']['Name'] &
  Partial<Pick<components['schemas']['SealableName'], 'sealed'>>

/** A name as it was read. */
export interface StoredName {
  readonly name: Name
  /** Entity tag, for If-Match. */
  readonly etag: string
}

/** A message of `messages`, or a text that is the same in every language. */
export type DocumentText = string | { readonly message: MessageKey; readonly values?: MessageValues }

/** What the server puts into a document: the responses of the public interface that a page shows first. */
export interface PageData {
  home: {
    readonly openDomains: { readonly data: readonly DomainPage[]; readonly next: string | null }
  }
  claim: {
    readonly domain: DomainPage
    readonly isSandbox: boolean
    /** Absent without a directory. */
    readonly members?: {
      readonly claimedNames: number
      readonly faces: readonly Pick<DirectoryEntry, 'name' | 'avatar'>[]
    }
  }
  directory: {
    readonly domain: DomainPage
    readonly directory: {
      readonly data: readonly DirectoryEntry[]
      readonly next: string | null
      readonly claimedNames: number
    }
    /** Empty: all. */
    readonly search: string
    readonly isFirst: boolean
    /** Where the visitor came from: a cursor, null for the first page; absent: not known. `trail` leads further back. */
    readonly previous?: { readonly after: string | null; readonly trail: string }
    /** From the next page back to this one. */
    readonly trail: string
  }
  name: StoredName & { readonly isSandbox: boolean }
  'my-names': { readonly chainIds: readonly number[]; readonly isSandbox: boolean }
  problem: {
    /** Absent: it is no problem. */
    readonly status?: number
    readonly title: DocumentText
    readonly message: DocumentText
    /** That which has no page. */
    readonly name?: string
    /** What can be done about it. */
    readonly action?: { readonly text: DocumentText; readonly href: string }
    /** What a press sends, without a script. */
    readonly form?: { readonly text: DocumentText; readonly action: string }
  }
}

export type PageContent = {
  [Page in keyof PageData]: {
    readonly page: Page
    readonly data: PageData[Page]
    /** `#rrggbb`, of the owner of the domain. */
    readonly accent?: string
  }
}[keyof PageData]
