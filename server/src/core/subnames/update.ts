import { applyChanges } from '../../ens/apply-changes.ts'
import { parseChanges, type RecordInput } from '../../ens/record-changes.ts'
import type { Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../store/subname-row.ts'
import { updateSubnameRecords } from '../../store/subnames.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertHolder } from './assert-holder.ts'
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

/** Merges that lost a race are made again on the newer records; more losses than this mean something is wrong. */
const attempts = 20

/**
 * Changes the records of a subname. Each listed record replaces the stored one, an empty value deletes it, and what is
 * not listed stays. The holder stays the same, also when the coin type 60 address changes.
 *
 * @throws AppError `SubnameNotFoundException`, `DomainBlockedException`, those of `verifyClaim`, `NotHolderException`,
 * `InvalidRecordException`.
 */
export async function updateSubname(context: CoreContext, input: UpdateSubname): Promise<IssuedName> {
  const { subname, domain } = await requireSubname(context, input.chainId, input.name)
  assertNotBlocked(domain)
  const signer = await verifyClaim(context, input.caller.claim, domain)
  assertHolder(subname, signer)
  const changes = parseChanges(input.records, context.rules.limits.records)

  for (let attempt = 0; attempt < attempts; attempt++) {
    const current = await requireSubname(context, input.chainId, input.name)
    const records = applyChanges(current.subname.records, changes, context.rules.limits.records, input)
    ethereumAddressOf(records)
    const updated = await writeRecords(context, current.subname, records)
    if (updated) return issuedName(context, domain, updated)
  }
  throw new AppError('ServiceUnavailableException', `${subname.name} is being changed too often; try again.`)
}

/** Writes the records if the subname is still as it was read; undefined when another write came first. */
async function writeRecords(
  context: CoreContext,
  subname: Subname,
  records: Records,
): Promise<Subname | undefined> {
  const { id, version: expectedVersion } = subname
  const updatedAt = context.clock()
  const written = await context.store.transaction((transaction) =>
    updateSubnameRecords(transaction, { id, expectedVersion, records, updatedAt }),
  )
  return written ? { ...subname, records, version: expectedVersion + 1, updatedAt } : undefined
}
