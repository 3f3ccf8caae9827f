import type { IfMatch } from '../core/if-match.ts'
import { AppError } from '../errors.ts'

/** `etagc` of RFC 9110 §8.8.3, in Latin-1 as Node reads headers. */
const entityTag = /\s*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/y

/**
 * Parses If-Match (RFC 9110 §13.1.1). Weak entity tags match nothing.
 *
 * @returns undefined when absent.
 * @throws AppError `BadRequestException`.
 */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  const tags = parseEntityTags(header)
  if (tags.length > 0) return tags.filter((tag) => !tag.startsWith('W/'))
  throw new AppError(
    'BadRequestException',
    'if-match: is neither * nor a list of entity tags, which have quotes',
  )
}

/** Whether If-None-Match (RFC 9110 §13.1.2) allows a 304; a malformed one does not. */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || parseEntityTags(header).some((tag) => tag.replace(/^W\//, '') === etag)
}

/** Empty when malformed. */
function parseEntityTags(header: string): readonly string[] {
  const tags: string[] = []
  entityTag.lastIndex = 0
  while (entityTag.lastIndex < header.length) {
    const tag = entityTag.exec(header)?.[1]
    if (tag === undefined) return []
    tags.push(tag)
  }
  return tags
}
