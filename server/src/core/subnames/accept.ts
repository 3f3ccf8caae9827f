import { zeroAddress } from 'viem'
import { applyChanges } from '../../ens/apply-changes.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { parseChanges, type RecordInput } from '../../ens/record-changes.ts'
import { claimSubname } from '../../store/subnames.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { withProtectedTexts } from '../mapps/protected-texts.ts'
import { assertHolder } from './assert-holder.ts'
import { changeRecords } from './change-records.ts'
import { ethereumAddressOf } from './ethereum-address.ts'
import { type IssuedName, issuedName } from './issued-name.ts'
import { alreadyClaimed } from './remove.ts'
import { requireSubname } from './require-subname.ts'

export interface AcceptSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly records: RecordInput
}

/**
 * Claims a reservation for the address it is reserved for, with records of its own; from then on it resolves. The
 * holder is the coin type 60 address among the records; the signer where it is absent or the zero address. Rules in
 * order: the subname exists, its domain is not blocked, the signature is valid and by the reserved address, it is not
 * claimed yet, the records are valid.
 *
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, those of `verifyClaim`, `NotHolderException`,
 * `AlreadyClaimedException`, `InvalidRecordException`.
 */
export async function acceptSubname(context: CoreContext, input: AcceptSubname): Promise<IssuedName> {
  const limits = context.rules.limits.records
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(domain)
  const signer = await verifyClaim(context, input.caller.claim, domain)
  assertHolder(subname, signer)
  if (subname.isClaimed) throw alreadyClaimed(subname)

  const changes = parseChanges(input.records, limits)
  const given = changes.addresses?.get(ethCoinType)
  const holder = given && given !== zeroAddress ? given : subname.holder
  const claimedAt = context.clock()
  const changed = await changeRecords(context, {
    subname,
    change: (current) => {
      if (current.isClaimed) throw alreadyClaimed(current)
      const records = applyChanges(current.records, withProtectedTexts(changes, current.records), limits)
      ethereumAddressOf(records)
      return records
    },
    alongside: (transaction) => claimSubname(transaction, { id: subname.id, holder, claimedAt }),
  })
  return issuedName(context, domain, { ...changed, holder, isClaimed: true, claimedAt })
}
