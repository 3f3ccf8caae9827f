import { mergeRecords } from '../../ens/merge-records.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordInput } from '../../ens/records.ts'
import type { Domain } from '../../model/domain.ts'
import type { LookChanges } from '../../model/look.ts'
import { parseOriginRules } from '../auth/allowed-origins.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertIfMatch, type IfMatch } from '../if-match.ts'
import { changeLook } from './change-look.ts'
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
  readonly records?: RecordInput
  /** Merged. */
  readonly look?: LookChanges | undefined
  readonly ifMatch?: IfMatch | undefined
}

/** Atomic. The look belongs to the claim page, everything else to the domain. The domain's own records are bounded like those of a name. */
export async function updateDomain(
  context: CoreContext,
  { caller, chainId, name, allowedOrigins, records = {}, look, ifMatch }: DomainUpdate,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  const isLookOnly = [allowedOrigins, ...Object.values(records)].every((one) => one === undefined)
  const permission = isLookOnly ? 'claim-page:write' : 'domains:write'
  assertDomainWriteAccess(caller, domain, permission)
  const limits = context.rules.limits.records
  const changes = parseRecordChanges(records, limits)
  return changeDomainRecords(context, {
    caller,
    domainId: domain.id,
    permission,
    change: (current) => {
      assertIfMatch(current.name, domainEtag(current), ifMatch)
      return mergeRecords(current.records, changes, limits)
    },
    otherChanges: (current) => ({
      ...(allowedOrigins !== undefined && {
        allowedOrigins: allowedOrigins && parseOriginRules(allowedOrigins),
      }),
      ...(look && { look: changeLook(current.look, look) }),
    }),
  })
}
