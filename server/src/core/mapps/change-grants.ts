import { mergeRecords } from '../../ens/merge-records.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import type { Records } from '../../ens/records.ts'
import type { ChallengeAction } from '../../model/challenge.ts'
import { parseSignedMessage, verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { SignedMessage } from '../caller.ts'
import { consumeChallenge, requireChallenge } from '../challenges/consume-challenge.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import { assertCanSignFor } from '../subnames/assert-holder.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { updateRecords } from '../subnames/update-records.ts'
import { formatGrants, grantsKey, grantsOf, isFieldOf } from './grants.ts'

interface GrantsChange {
  /** With a challenge for this action (`canSignFor`). */
  readonly signedMessage: SignedMessage
  readonly action: Exclude<ChallengeAction, 'append-field'>
  readonly change: (grants: readonly string[], mApp: string) => readonly string[]
}

/** Adding or removing an mApp deletes its fields. */
export async function changeGrants(
  context: CoreContext,
  { signedMessage, action, change }: GrantsChange,
): Promise<SubnameDetails> {
  const challenge = await requireChallenge(context, parseSignedMessage(signedMessage, 'body'), action)
  const { mapp: mApp } = challenge
  const details = await requireSubname(context, challenge.chainId, challenge.subname)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, signedMessage, domain, challenge)
  assertCanSignFor(subname, signer)
  const changed = await updateRecords(asWallet(context, signer), {
    subname,
    event: action === 'add-permission' ? 'mapp.granted' : 'mapp.revoked',
    change: (current) => {
      assertCanSignFor(current, signer)
      const grants = change(grantsOf(current.records), mApp)
      return withGrants(current.records, grants, mApp, context.rules.limits.records)
    },
    inSameTransaction: (transaction) => consumeChallenge(context, transaction, challenge),
  })
  return { ...details, subname: changed }
}

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
  return mergeRecords(records, parseRecordChanges({ texts }, limits), limits)
}
