import { applyChanges } from '../../ens/apply-changes.ts'
import { parseChanges, type RecordInput } from '../../ens/record-changes.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { withProtectedTexts } from '../mapps/protected-texts.ts'
import { assertMaySignFor } from './assert-holder.ts'
import { changeRecords } from './change-records.ts'
import { ethereumAddressOf } from './ethereum-address.ts'
import { type IssuedName, issuedName } from './issued-name.ts'
import { requireSubname } from './require-subname.ts'

export interface UpdateSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly records: RecordInput
  /** Every list that is supplied replaces the stored one, instead of being merged into it. */
  readonly replace: boolean
}

/**
 * Changes the records of a subname. Each listed record replaces the stored one, an empty value deletes it, and what is
 * not listed stays. Signed by the holder or the coin type 60 address (`maySignFor`), as of the records that are changed.
 * The holder stays the same, also when the coin type 60 address changes. What is written to texts that the holder may not
 * write, see `withProtectedTexts`, is ignored.
 *
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, those of `verifyClaim`, `NotHolderException`,
 * `InvalidRecordException`.
 */
export async function updateSubname(context: CoreContext, input: UpdateSubname): Promise<IssuedName> {
  const { limits } = context.rules
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(domain)
  const signer = await verifyClaim(context, input.caller.claim, domain)
  assertMaySignFor(subname, signer)
  const changes = parseChanges(input.records, limits.records)

  const updated = await changeRecords(context, {
    subname,
    change: (current) => {
      assertMaySignFor(current, signer)
      const allowed = withProtectedTexts(changes, current.records)
      const records = applyChanges(current.records, allowed, limits.records, input)
      ethereumAddressOf(records)
      return records
    },
  })
  return issuedName(context, domain, updated)
}
