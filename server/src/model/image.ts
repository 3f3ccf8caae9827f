/** An upload that is stored. Times are milliseconds since 1970. */
export interface StoredImage {
  /** Of the file, from its content: equal uploads share it. */
  readonly name: string
  readonly chainId: number
  /** The name or domain that it was first uploaded for; empty: that upload failed, and its file may be stored all the same. */
  readonly owner: string
  readonly bytes: number
  /** When it was last uploaded, named in a changed record, or found in one. */
  readonly usedAt: number
  /** Its file is being deleted; null: not. */
  readonly deletingAt: number | null
}
