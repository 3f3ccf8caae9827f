import { hash } from 'node:crypto'
import { PreconditionFailedError } from '../errors.ts'

/** Strong entity tags, with quotes; `*`: any state. */
export type EntityTags = '*' | readonly string[]

/** The state that a write replaces must have one of the tags of If-Match, and none of If-None-Match. */
export interface IfMatch {
  readonly match?: EntityTags | undefined
  readonly noneMatch?: EntityTags | undefined
}

/** A strong entity tag (RFC 9110 §8.8.3) of everything that the representation depends on. */
export function entityTagOf(state: unknown): string {
  const digest = hash('sha256', JSON.stringify(state), 'hex')
  return `"${Buffer.from(digest.slice(0, 32), 'hex').toString('base64url')}"`
}

/**
 * Evaluates If-Match and If-None-Match (RFC 9110 §13.2.2); absent: any state. The caller must write only if the state is
 * still the one that was compared.
 */
export function assertIfMatch(subject: string, etag: string, ifMatch: IfMatch | undefined): void {
  const { match = '*', noneMatch = [] } = ifMatch ?? {}
  const isAmong = (tags: EntityTags) => tags === '*' || tags.includes(etag)
  if (!isAmong(match))
    throw new PreconditionFailedError(`${subject} has changed: its entity tag is ${etag}.`, etag)
  if (isAmong(noneMatch))
    throw new PreconditionFailedError(`${subject} exists: its entity tag is ${etag}.`, etag)
}
