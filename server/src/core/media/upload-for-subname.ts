import { lowerCaseHex } from '../../crypto/hex.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertCanSignFor } from '../subnames/assert-holder.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { chargeWrite } from '../write-budget/charge.ts'
import { type ImagePreset, imagePresets } from './image-presets.ts'
import { admitImage } from './unused-images.ts'

export interface UploadForSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly preset: ImagePreset
  readonly image: Uint8Array
  readonly decodingQuota: DecodingQuota
}

/**
 * Stores an image without changing records: the holder writes the URL into one (`updateSubname`). Verifying a signature
 * may take seconds, so the state is checked again before decoding.
 *
 * @returns the URL, relative if this service serves it.
 */
export async function uploadForSubname(context: CoreContext, input: UploadForSubname): Promise<string> {
  const signer = await verifySignedMessage(
    context,
    input.caller.signedMessage,
    (await requireUploadTarget(context, input)).domain,
  )
  const { subname } = await requireUploadTarget(context, input)
  assertCanSignFor(subname, signer)
  return context.media.save(input.image, imagePresets[input.preset], {
    quota: input.decodingQuota,
    admit: async ({ name, bytes }) => {
      const { chainId, domainId } = subname
      await chargeWrite(context, { wallet: lowerCaseHex(signer), name: subname, domainId, bytes })
      return admitImage(context, { name, chainId, owner: subname.name, bytes })
    },
  })
}

async function requireUploadTarget(context: CoreContext, { chainId, name }: UploadForSubname) {
  const target = await requireSubname(context, chainId, name)
  assertNotBlocked(target.domain)
  return target
}
