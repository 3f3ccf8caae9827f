import { type Hex, zeroAddress } from 'viem'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { lockPolicyRequest } from '../../store/entities/policies.ts'
import { selectNamesByLabel } from '../../store/listing/by-label.ts'
import type { StoreTransaction } from '../../store/tables.ts'

/**
 * Refuses a holder that is the address of coin type 60 of another name of the domain. Excludes others that issue a name to the holder under this rule or a policy, until the transaction ends.
 *
 * @throws HolderHasNameError
 */
export async function assertOnlyOfHolder(
  tx: StoreTransaction,
  domain: Domain,
  subname: Subname,
): Promise<void> {
  const { holder } = subname
  if (holder === zeroAddress) return
  await lockPolicyRequest(tx, domain, { skeleton: hashSkeleton(skeletonOf(subname.label)), address: holder })
  const filter = { domains: [domain], addresses: [holder], keys: undefined }
  const { items } = await selectNamesByLabel(tx, filter, { offset: 0, limit: 1 })
  if (items.length > 0) throw new HolderHasNameError(domain, holder)
}

export class HolderHasNameError extends AppError {
  constructor({ name }: Pick<Domain, 'name'>, holder: Hex) {
    super('LimitReachedException', `${holder} has a name of ${name} already, and this request allows one.`)
  }
}
