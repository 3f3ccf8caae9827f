import type { CoreContext } from '../context.ts'
import { type OwnDomain, requireOwnDomain } from '../domains/require-own-domain.ts'
import { type Purpose, purposes } from './purposes.ts'

export interface UploadForDomain extends OwnDomain {
  readonly purpose: Purpose
  /** The file as it was uploaded. */
  readonly image: Uint8Array
}

/**
 * Keeps an image for a domain.
 *
 * @returns the URL, relative to this service where the service itself serves it.
 * @throws AppError those of `requireOwnDomain`, `BadRequestException` for what is no image,
 * `ServiceUnavailableException`.
 */
export async function uploadForDomain(context: CoreContext, input: UploadForDomain): Promise<string> {
  await requireOwnDomain(context, input)
  return context.media.keep(input.image, purposes[input.purpose])
}
