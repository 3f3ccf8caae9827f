import { v7 } from 'uuid'

/** A new row id: a UUID version 7 (RFC 9562), which sorts by the time it was made. */
export function newId(): string {
  return v7()
}
