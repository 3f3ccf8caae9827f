import type { IncomingHttpHeaders } from 'node:http'
/** Each has an entry of the same name in `web/src/public`. */
export type DocumentName = 'home' | 'claim' | 'name' | 'my-names' | 'directory' | 'problem'

/** A message of the pages, by its key in `web/messages`. */
interface DocumentMessage {
  readonly message: string
  readonly values?: Readonly<Record<string, string>>
}

/** A text of an owner, of a holder or of an error is as it is, in every language. */
export type DocumentText = string | DocumentMessage

/** What a document is made of. `data` is in the form of the public interface, so that a page shows only what it has. */
export interface DocumentContent {
  readonly page: DocumentName
  readonly title: DocumentText
  readonly description: DocumentText
  /** Absolute path of the document, without a query that does not identify it. */
  readonly path: string
  /** Absolute URL of a card, for previews of links. */
  readonly image?: string
  /** `#rrggbb`. */
  readonly accent?: string
  /** Whether it offers Base Account; absent: no. */
  readonly offersPasskey?: boolean
  /** Whether search engines are asked to leave it out; absent: no. */
  readonly isUnlisted?: boolean
  /** Absent: 200. */
  readonly status?: number
  readonly data: object
}

/** Another page has what was asked for. */
export interface Redirect {
  /** Absolute path. */
  readonly redirectTo: string
}

/** What documents are read by. */
export interface DocumentRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Partial<Record<'chainId' | 'branding' | 'search' | 'after' | 'back', unknown>>>
  readonly headers: IncomingHttpHeaders
  readonly urlOf: (reference: string) => string
}
