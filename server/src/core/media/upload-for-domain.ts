import { applyChanges } from '../../ens/apply-changes.ts'
import { parseChanges } from '../../ens/record-changes.ts'
import type { CoreContext } from '../context.ts'
import { changeDomainRecords } from '../domains/change-records.ts'
import { type OwnDomain, requireOwnDomain } from '../domains/require-own-domain.ts'
import { type Purpose, purposes, textKeyOf } from './purposes.ts'

export interface UploadForDomain extends OwnDomain {
  readonly purpose: Purpose
  /** The file as it was uploaded. */
  readonly image: Uint8Array
  /** Makes a URL that is relative to this service absolute. */
  readonly urlOf: (reference: string) => string
}

/**
 * Keeps an image for a domain and makes it the avatar or the banner of the domain itself, in place of an earlier one.
 *
 * @returns the URL.
 * @throws AppError those of `requireOwnDomain`, `BadRequestException` for what is no image, `InvalidRecordException`,
 * `ServiceUnavailableException`.
 */
export async function uploadForDomain(
  context: CoreContext,
  { purpose, image, urlOf, ...own }: UploadForDomain,
): Promise<string> {
  await requireOwnDomain(context, own)
  const url = urlOf(await context.media.keep(image, purposes[purpose]))
  const limits = context.rules.limits.records
  const changes = parseChanges({ texts: [{ key: textKeyOf[purpose], value: url }] }, limits)
  await changeDomainRecords(context, {
    ...own,
    change: (records) => applyChanges(records, changes, limits),
  })
  return url
}
