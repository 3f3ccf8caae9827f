import { AppError, type ErrorName } from '../errors.ts'
import { loopbackHosts } from './own-host.ts'

interface PageRequest {
  readonly origin: string | undefined
  readonly host: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Accepts requests of pages that this service serves on this machine. The host must be a loopback host or that of the
 * public URL: a page whose name an attacker points to 127.0.0.1 (DNS rebinding) has an origin with its own host.
 * @throws AppError `OriginNotAllowedException`, also without an Origin, which browsers send with every POST.
 */
export function assertFromOwnPage({ origin, host, publicUrl }: PageRequest): void {
  const page = origin === undefined ? null : URL.parse(origin)
  if (page && publicUrl !== undefined && page.origin === URL.parse(publicUrl)?.origin) return
  if (page?.host === host && page && loopbackHosts.includes(page.hostname)) return
  throw new AppError(
    'OriginNotAllowedException',
    'Only pages of this service on this machine may use the wallet of the sandbox.',
  )
}

assertFromOwnPage.errors = ['OriginNotAllowedException'] as const satisfies readonly ErrorName[]
