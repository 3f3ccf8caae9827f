import { applyChanges } from '../../ens/apply-changes.ts'
import { parseChanges, type RecordLimits } from '../../ens/record-changes.ts'
import type { Records } from '../../ens/records.ts'
import type { ChallengeAction } from '../../store/tables.ts'
import type { Claim } from '../caller.ts'
import { redeemChallenge, requireChallenge } from '../challenges/redeem.ts'
import type { CoreContext } from '../context.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertMaySignFor } from '../subnames/assert-holder.ts'
import { changeRecords } from '../subnames/change-records.ts'
import { type IssuedName, issuedName } from '../subnames/issued-name.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { formatGrants, grantsKey, grantsOf, isFieldOf } from './grants.ts'

interface GrantsChange {
  /** A challenge for this action, signed by an address that may sign for the subname (`maySignFor`). */
  readonly claim: Claim
  readonly action: Exclude<ChallengeAction, 'append-field'>
  readonly change: (grants: readonly string[], mApp: string) => readonly string[]
}

/**
 * Changes the grants of the subname that a challenge names, for its mApp. An mApp that comes or goes thereby loses its
 * fields; one that is granted before and after, or neither, keeps what is there.
 *
 * @throws AppError those of `requireChallenge`, `verifyClaim` and `redeemChallenge`, `SubnameNotFoundException`,
 * `DomainBlockedException`, `NotHolderException`, `InvalidRecordException` when the list of grants is full.
 */
export async function changeGrants(
  context: CoreContext,
  { claim, action, change }: GrantsChange,
): Promise<IssuedName> {
  const challenge = await requireChallenge(context, claim, action)
  const { mApp } = challenge
  const { subname, domain } = await requireSubname(context, challenge.chainId, challenge.subname)
  assertNotBlocked(domain)
  const signer = await verifyClaim(context, claim, domain, challenge)
  assertMaySignFor(subname, signer)
  const changed = await changeRecords(context, {
    subname,
    change: (current) => {
      assertMaySignFor(current, signer)
      const grants = change(grantsOf(current.records), mApp)
      return withGrants(current.records, grants, mApp, context.rules.limits.records)
    },
    alongside: (transaction) => redeemChallenge(context, transaction, challenge),
  })
  return issuedName(context, domain, changed)
}

/** The records with these grants and, when `mApp` comes or goes by them, without its fields. */
function withGrants(
  records: Records,
  grants: readonly string[],
  mApp: string,
  limits: RecordLimits,
): Records {
  if (grants.includes(mApp) === grantsOf(records).includes(mApp)) return records
  const fields = records.texts.filter(({ key }) => isFieldOf(mApp, key))
  const texts = [
    { key: grantsKey, value: formatGrants(grants) },
    ...fields.map(({ key }) => ({ key, value: '' })),
  ]
  return applyChanges(records, parseChanges({ texts }, limits), limits)
}
