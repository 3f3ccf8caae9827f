import { createHash } from 'node:crypto'
import { type ErrorName, PreconditionFailedError } from '../errors.ts'

/** Strong entity tags, with quotes; `*`: any state. */
export type IfMatch = '*' | readonly string[]

/** A strong entity tag (RFC 9110 §8.8.3) of everything that the representation depends on. */
export function entityTagOf(state: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest()
  return `"${hash.subarray(0, 16).toString('base64url')}"`
}

/**
 * Evaluates If-Match (RFC 9110 §13.1.1); absent: any state. The caller must write only if the state is still the one
 * that was compared.
 */
export function assertIfMatch(subject: string, etag: string, ifMatch: IfMatch | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.includes(etag)) return
  throw new PreconditionFailedError(`${subject} has changed: its entity tag is ${etag}.`, etag)
}

assertIfMatch.errors = ['PreconditionFailedException'] as const satisfies readonly ErrorName[]
