import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertMaySignFor } from '../subnames/assert-holder.ts'
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
 * Keeps an image for a subname, on the signature of an address that may sign for it (`maySignFor`). No record changes: the
 * holder writes the URL into one (`updateSubname`). An image is decoded only after that. Verifying a signature may take
 * seconds, so what it allows is judged by what is stored afterwards.
 *
 * @returns the URL, relative to this service where the service itself serves it.
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, those of `verifyClaim`, `NotHolderException`,
 * `BadRequestException` for what is no image, `ServiceUnavailableException`.
 */
export async function uploadForSubname(context: CoreContext, input: UploadForSubname): Promise<string> {
  const signer = await verifyClaim(context, input.caller.claim, (await uploadable(context, input)).domain)
  assertMaySignFor((await uploadable(context, input)).subname, signer)
  return context.media.keep(input.image, purposes[input.purpose])
}

async function uploadable(context: CoreContext, { chainId, name }: UploadForSubname) {
  const found = await requireSubname(context, chainId, name)
  assertNotBlocked(found.domain)
  return found
}
