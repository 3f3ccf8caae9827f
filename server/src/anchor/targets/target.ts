import type { AnchorTarget } from '../../config/anchor-variables.ts'

/** A file to publish: JSON. */
export interface PublishedFile {
  readonly name: string
  readonly text: string
  /** Whether it is named by its hash, so that its content never changes. */
  readonly isImmutable: boolean
}

/** Where the files of one domain are put. All errors are `OperatorError`s without secrets. */
export interface FileTarget extends AnchorTarget {
  /** With the folder of the domain. */
  readonly place: string
  /** Below which the files are fetched, with the folder of the domain. */
  readonly url: string
  /** Is there as a whole, or not at all. */
  readonly put: (file: PublishedFile, signal: AbortSignal) => Promise<void>
  /** Idempotent. */
  readonly delete: (names: readonly string[], signal: AbortSignal) => Promise<void>
  readonly close: () => void
}

/** How many files are put at a time. */
export const maxConcurrentPuts = 16
