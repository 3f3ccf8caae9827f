import { OperatorError } from '../errors.ts'

export interface StoredObject {
  readonly name: string
  readonly bytes: number
  /** By the clock of the target, in milliseconds since 1970. */
  readonly modifiedAt: number
}

/** Where backups are kept: below the prefix of a bucket, or in a folder. All errors are `OperatorError`s without secrets. */
export interface BackupTarget {
  /** For messages. */
  readonly title: string
  /** Directly below it, with names that `isKept` accepts. */
  list(isKept: (name: string) => boolean): Promise<readonly StoredObject[]>
  /** Is there as a whole, or not at all. Replaces none: names are new. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Destroys what is open when the reader stops. Undefined for an absent object. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Idempotent. */
  delete(name: string): Promise<void>
  close(): void
}

/** Bounds what is read of a list. */
export const maxListed = 50_000

export function tooManyObjects(title: string): OperatorError {
  return new OperatorError(
    `${title} has more than ${maxListed.toLocaleString('en')} objects: use a prefix or a folder for backups alone.`,
  )
}
