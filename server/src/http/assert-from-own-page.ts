import { AppError } from '../errors.ts'
import { isOwnPage } from './own-origin.ts'

/** @throws AppError `OriginNotAllowedException`, also without an Origin, which browsers send with every POST. */
export function assertFromOwnPage(request: Parameters<typeof isOwnPage>[0]): void {
  if (isOwnPage(request)) return
  throw new AppError(
    'OriginNotAllowedException',
    'Only pages of this service on this machine may use the wallet of the sandbox.',
  )
}
