import type { Column } from '../../../../server/src/listings/csv.ts'

/** The columns of a table, and what is read from them. */
export interface FileHeader {
  readonly titles: readonly string[]
  /** Of the first row. */
  readonly samples: readonly string[]
  readonly columns: readonly Column[]
  /** Titles of columns that are not read. */
  readonly ignored: readonly string[]
}

/** What a file has is known, but not what its columns mean. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError'
  readonly header: FileHeader

  constructor(message: string, header: FileHeader) {
    super(message)
    this.header = header
  }
}
