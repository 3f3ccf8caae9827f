import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { mergeRecords, parseRecordChanges } from '../../ens/records.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import { verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { changeDomainRecords } from '../domains/change.ts'
import { assertNotBlocked, type DomainRef, requireDomainWriteAccess } from '../domains/rules.ts'
import { assertCanSignFor, requireSubname } from '../subnames/rules.ts'
import { chargeWrite } from '../write-budgets.ts'
import { type ImagePreset, imagePresets, textKeyOfPreset } from './read.ts'
import { admitImage } from './unused-images.ts'

interface UploadForDomain extends DomainRef {
  readonly preset: ImagePreset
  readonly image: Uint8Array
  readonly decodingQuota: DecodingQuota
  readonly toAbsoluteUrl: (reference: string) => string
}

/**
 * Replaces an earlier image.
 *
 * @returns the URL.
 */
export async function uploadForDomain(
  context: CoreContext,
  { preset, image, decodingQuota, toAbsoluteUrl, ...domainRef }: UploadForDomain,
): Promise<string> {
  const { chainId, name: owner } = await requireDomainWriteAccess(context, domainRef, 'claim-page:write')
  const saved = await context.media.save(image, imagePresets[preset], {
    quota: decodingQuota,
    admit: (file) => admitImage(context, { ...file, chainId, owner }),
  })
  const url = toAbsoluteUrl(saved)
  const limits = context.rules.limits.records
  const changes = parseRecordChanges({ texts: [{ key: textKeyOfPreset[preset], value: url }] }, limits)
  await changeDomainRecords(context, {
    ...domainRef,
    permission: 'claim-page:write',
    change: ({ records }) => mergeRecords(records, changes, limits),
  })
  return url
}

interface UploadForSubname {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
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
    input.caller,
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
