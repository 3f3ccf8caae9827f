import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { EntityTags, IfMatch } from '../../core/if-match.ts'
import { AppError } from '../../errors.ts'

/** `etagc` of RFC 9110 §8.8.3, in Latin-1 as Node reads headers. */
const entityTag = /\s*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/y

/**
 * Parses the preconditions of a write (RFC 9110 §13.1.1, §13.1.2). In If-Match, weak entity tags match nothing.
 *
 * @returns undefined without any.
 * @throws AppError `BadRequestException`.
 */
export function parsePreconditions(headers: IncomingHttpHeaders): IfMatch | undefined {
  const match = parseHeader(headers, 'if-match')
  const noneMatch = parseHeader(headers, 'if-none-match')
  if (match === undefined && noneMatch === undefined) return undefined
  return {
    match: match === '*' ? match : match?.filter((tag) => !tag.startsWith(weak)),
    noneMatch: noneMatch === '*' ? noneMatch : noneMatch?.map(toStrong),
  }
}

/** The strong entity tag of a body, the same in every process. */
export function contentTag(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Whether a read gets 304: If-None-Match has the entity tag of the response. A malformed header does not. */
export function isNotModified(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  etag: unknown,
): boolean {
  const header = headers['if-none-match']
  // Other methods have changed what they read.
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || header === undefined || typeof etag !== 'string') return false
  return header.trim() === '*' || parseEntityTags(header).map(toStrong).includes(toStrong(etag))
}

const weak = 'W/'

/** For the weak comparison (RFC 9110 §8.8.3.2). */
function toStrong(tag: string): string {
  return tag.startsWith(weak) ? tag.slice(weak.length) : tag
}

function parseHeader(
  headers: IncomingHttpHeaders,
  name: 'if-match' | 'if-none-match',
): EntityTags | undefined {
  const header = headers[name]
  if (header === undefined) return undefined
  if (header.trim() === '*') return '*'
  const tags = parseEntityTags(header)
  if (tags.length > 0) return tags
  throw new AppError(
    'BadRequestException',
    `${name}: is neither * nor a list of entity tags, which have quotes`,
  )
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
