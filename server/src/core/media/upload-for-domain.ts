import { mergeRecords } from '../../ens/merge-records.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { DecodingQuota } from '../../media/open-media.ts'
import type { CoreContext } from '../context.ts'
import { changeDomainRecords } from '../domains/change-records.ts'
import { type DomainRef, requireDomainWriteAccess } from '../domains/require-domain-write-access.ts'
import { type ImagePreset, imagePresets, textKeyOfPreset } from './image-presets.ts'
import { admitImage } from './unused-images.ts'

export interface UploadForDomain extends DomainRef {
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
