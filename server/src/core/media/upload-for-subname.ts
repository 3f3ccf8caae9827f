import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertHolder } from '../subnames/assert-holder.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { type Purpose, purposes } from './purposes.ts'

export interface UploadForSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly purpose: Purpose
  /** The file as it was uploaded. */
  readonly image: Uint8Array
}

/**
 * Keeps an image for a subname, on the signature of its holder. No record changes: the holder writes the URL into one
 * (`updateSubname`). Nobody else's image is decoded.
 *
 * @returns the URL, relative to this service where the service itself serves it.
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, those of `verifyClaim`, `NotHolderException`,
 * `BadRequestException` for what is no image, `ServiceUnavailableException`.
 */
export async function uploadForSubname(context: CoreContext, input: UploadForSubname): Promise<string> {
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(domain)
  assertHolder(subname, await verifyClaim(context, input.caller.claim, domain))
  return context.media.keep(input.image, purposes[input.purpose])
}
