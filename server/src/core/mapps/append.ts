import { applyChanges } from '../../ens/apply-changes.ts'
import { normalizeName } from '../../ens/name.ts'
import { parseChanges } from '../../ens/record-changes.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../store/subname-row.ts'
import type { Caller } from '../caller.ts'
import { redeemChallenge, requireChallenge } from '../challenges/redeem.ts'
import type { CoreContext } from '../context.ts'
import { readClaim, verifyClaim } from '../credentials/verify-claim.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertResolvesTo } from '../names/assert-resolves-to.ts'
import { changeRecords } from '../subnames/change-records.ts'
import { type IssuedName, issuedName } from '../subnames/issued-name.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import { fieldKey, grantsOf } from './grants.ts'

export interface AppendFields {
  /** With a challenge for this, signed by the address that the mApp's name resolves to. */
  readonly caller: Caller
  readonly subname: string
  /** Without the mApp's suffix; an empty value deletes. */
  readonly fields: readonly { readonly key: string; readonly value: string }[]
}

/**
 * Writes an mApp's fields to a subname: each as the text `<field>_<mApp>`. Rules in order: the challenge is one for
 * this subname, the subname exists, its domain is not blocked, the signature is valid, the mApp has permission, its name
 * resolves to the signer, the records are valid, the challenge is unused.
 *
 * @throws AppError those of `requireChallenge`, `verifyClaim`, `assertResolvesTo` and `redeemChallenge`,
 * `InvalidNameException`, `SubnameNotFoundException`, `DomainBlockedException`, `ForbiddenException` without permission,
 * `InvalidRecordException`.
 */
export async function appendFields(context: CoreContext, input: AppendFields): Promise<IssuedName> {
  const { claim } = readClaim(input.caller.claim)
  const challenge = await requireChallenge(context, claim, 'append-field')
  const { mApp, chainId } = challenge
  const name = normalizeName(input.subname)
  if (name !== challenge.subname)
    throw new AppError(
      'InvalidSignatureException',
      `The signed challenge is for ${challenge.subname}, the request for ${name}.`,
    )
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertNotBlocked(domain)
  const signer = await verifyClaim(context, claim, domain, challenge)
  assertGranted(subname, mApp)
  await assertResolvesTo(context, { chainId, name: mApp, address: signer }, (read) =>
    claim.admit(signer, read),
  )

  const { records: limits } = context.rules.limits
  const texts = input.fields.map(({ key, value }) => ({ key: key && fieldKey(key, mApp), value }))
  const changes = parseChanges({ texts }, limits)
  const changed = await changeRecords(context, {
    subname,
    change: (current) => {
      assertGranted(current, mApp)
      return applyChanges(current.records, changes, limits)
    },
    alongside: (transaction) => redeemChallenge(context, transaction, challenge),
  })
  return issuedName(context, domain, changed)
}

function assertGranted({ name, records }: Subname, mApp: string): void {
  if (!grantsOf(records).includes(mApp))
    throw new AppError('ForbiddenException', `${mApp} has no permission to write to ${name}.`)
}
