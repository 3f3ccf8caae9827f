import { applyChanges } from '../../ens/apply-changes.ts'
import { parseLabel } from '../../ens/label.ts'
import { parseChanges, type RecordInput } from '../../ens/record-changes.ts'
import { emptyRecords } from '../../ens/records.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { requireWritableDomain } from '../domains/require-domain.ts'
import { withProtectedTexts } from '../mapps/protected-texts.ts'
import { holderOf, withEthereumAddress } from './ethereum-address.ts'
import { assertFree, issue } from './issue.ts'
import type { IssuedName } from './issued-name.ts'

export interface AddSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  readonly records: RecordInput
  /** Issues on the API key alone: nothing signed is asked for or read. */
  readonly overrideSignature: boolean
}

/**
 * Issues a claimed subname. Rules in order: the domain exists, is not blocked, the key may write to it, the signature
 * is valid, the label is free, the domain takes new subnames (`capacityError`), the records are valid.
 *
 * The holder is the coin type 60 address among the records, else the caller's address, which then becomes that record.
 * Where that record is the zero address the holder is the caller, or no one without a caller's address.
 *
 * @throws AppError `InvalidNameException`, `EnsNotFound`, `DomainBlockedException`, `InvalidApiKeyException`,
 * `ForbiddenException`, those of `verifyClaim`, `SubdomainAlreadyExistsException`, `SubscriptionLapsedException`,
 * `LimitReachedException`, `InvalidRecordException`.
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<IssuedName> {
  const { caller } = input
  const { limits } = context.rules
  const label = parseLabel(input.label, limits.label)
  const domain = await requireWritableDomain(context, input.chainId, input.domain)
  authorizeDomain(caller, domain, 'names:write')
  const callerAddress = input.overrideSignature
    ? caller.address
    : await verifyClaim(context, caller.claim, domain)
  await assertFree(context, domain, label)
  const changes = parseChanges(withEthereumAddress(input.records, callerAddress), limits.records)
  const records = applyChanges(emptyRecords, withProtectedTexts(changes, emptyRecords), limits.records)
  const holder = holderOf(records, callerAddress)
  return issue(context, domain, { label, records, holder, isClaimed: true })
}
