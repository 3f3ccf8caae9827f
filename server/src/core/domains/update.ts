import { mergeRecords } from '../../ens/merge-records.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordInput } from '../../ens/records.ts'
import type { ErrorName } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { parseOriginRules } from '../auth/allowed-origins.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { changeDomainRecords } from './change-records.ts'
import { domainEtag } from './domain-etag.ts'
import { requireDomain } from './require-domain.ts'
import { assertDomainWriteAccess } from './require-domain-write-access.ts'

export interface DomainUpdate {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  /** `null`: any, absent: unchanged. */
  readonly allowedOrigins?: readonly string[] | null | undefined
  /** Merged; an empty value deletes. */
  readonly texts?: RecordInput['texts']
  readonly ifMatch?: IfMatch | undefined
}

/** Atomic. Records are bounded like those of a name. */
export async function updateDomain(
  context: CoreContext,
  { caller, chainId, name, allowedOrigins, texts, ifMatch }: DomainUpdate,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain)
  const limits = context.rules.limits.records
  const changes = parseRecordChanges({ texts }, limits)
  return changeDomainRecords(context, {
    caller,
    domainId: domain.id,
    change: (current) => {
      assertIfMatch(current.name, domainEtag(current), ifMatch)
      return mergeRecords(current.records, changes, limits)
    },
    otherChanges:
      allowedOrigins === undefined
        ? {}
        : { allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins) },
  })
}

updateDomain.errors = [
  ...requireDomain.errors,
  ...assertDomainWriteAccess.errors,
  ...assertIfMatch.errors,
  ...changeDomainRecords.errors,
  'BadRequestException',
  'InvalidRecordException',
] as const satisfies readonly ErrorName[]
