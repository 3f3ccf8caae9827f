import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { isOwnPage } from '../own-origin.ts'

/**
 * Accepts requests with a cookie only from pages of this service. The cookie is SameSite=Strict, which other hosts of the
 * same site pass; browsers send `Origin` with every request that is not GET or HEAD, and `Sec-Fetch-Site` with all.
 *
 * @throws AppError `OriginNotAllowedException`.
 */
export function assertSentByOwnPage(
  { method, headers, protocol }: FastifyRequest,
  publicUrl: string | undefined,
): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  const isAddressedByUser = isRead && site === 'none'
  const isOwn = origin === undefined ? isRead : isOwnPage({ origin, protocol, host, publicUrl })
  if (isOwn && (site === undefined || site === 'same-origin' || isAddressedByUser)) return
  throw new AppError(
    'OriginNotAllowedException',
    'A session may be used by pages of this service only. Programs use an API key.',
  )
}
