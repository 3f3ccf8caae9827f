import type { EnsName } from '../ens/names.ts'
import type { RecordLimits } from '../ens/record-limits.ts'
import { mergeRecords, parseRecordChanges } from '../ens/records.ts'
import type { Records } from '../ens/stored-records.ts'
import { AppError } from '../errors.ts'
import type { ChallengeAction } from '../model/challenge.ts'
import type { Subname } from '../model/subname.ts'
import { parseSignedMessage, verifySignedMessage } from './auth/signed-message.ts'
import { consumeChallenge, requireChallenge } from './challenges.ts'
import type { Caller, CoreContext, SignedCaller } from './context.ts'
import { assertNotBlocked } from './domains/rules.ts'
import { asWallet } from './events/new-event.ts'
import { fieldKey, formatGrants, grantsKey, grantsOf, isFieldOf } from './mapps/grants.ts'
import { assertResolvesTo } from './resolution/resolve.ts'
import { updateRecords } from './subnames/change.ts'
import { assertCanSignFor, requireSubname, type SubnameDetails } from './subnames/rules.ts'

interface GrantsChange {
  /** With a challenge for this action (`canSignFor`). */
  readonly caller: SignedCaller
  readonly action: Exclude<ChallengeAction, 'append-field'>
  readonly change: (grants: readonly string[], mApp: string) => readonly string[]
}

/** Adding or removing an mApp deletes its fields. */
async function changeGrants(
  context: CoreContext,
  { caller, action, change }: GrantsChange,
): Promise<SubnameDetails> {
  const challenge = await requireChallenge(context, parseSignedMessage(caller.signedMessage, 'body'), action)
  const { mapp: mApp } = challenge
  const details = await requireSubname(context, challenge.chainId, challenge.subname)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, caller, domain, challenge)
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

/**
 * Lets an mApp write its own texts. Deletes existing texts in the form of its fields, so it vouches only for its own.
 * Idempotent.
 */
export function grantPermission(context: CoreContext, caller: SignedCaller): Promise<SubnameDetails> {
  return changeGrants(context, {
    caller,
    action: 'add-permission',
    change: (grants, mApp) => (grants.includes(mApp) ? grants : [...grants, mApp]),
  })
}

/** Deletes the mApp's fields. Without a permission, texts in that form are the holder's and stay. */
export function revokePermission(context: CoreContext, caller: SignedCaller): Promise<SubnameDetails> {
  return changeGrants(context, {
    caller,
    action: 'revoke-permission',
    change: (grants, mApp) => grants.filter((granted) => granted !== mApp),
  })
}

interface AppendFields {
  /** With a challenge signed by the address that the mApp's name resolves to. */
  readonly caller: Caller
  readonly subname: EnsName
  /** Without the mApp's suffix; an empty value deletes. */
  readonly fields: readonly { readonly key: string; readonly value: string }[]
}

/**
 * Writes texts `<field>_<mApp>`. Rules in order: the challenge is for this subname, the subname exists, its domain is
 * not blocked, the signature is valid, the mApp has permission, its name resolves to the signer, the records are valid,
 * the challenge is unused.
 */
export async function appendFields(context: CoreContext, input: AppendFields): Promise<SubnameDetails> {
  const parsed = parseSignedMessage(input.caller.signedMessage)
  const { signedMessage } = parsed
  const challenge = await requireChallenge(context, parsed, 'append-field')
  const { mapp: mApp, chainId } = challenge
  const name = input.subname
  if (name !== challenge.subname)
    throw new AppError(
      'InvalidSignatureException',
      `The signed challenge is for ${challenge.subname}, the request for ${name}.`,
    )
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, input.caller, domain, challenge)
  assertGranted(subname, mApp)
  await assertResolvesTo(context, { chainId, name: mApp, address: signer }, (read) =>
    signedMessage.admit(signer, read),
  )

  const { records: limits } = context.rules.limits
  const texts = input.fields.map(({ key, value }) => ({ key: key && fieldKey(key, mApp), value }))
  const changes = parseRecordChanges({ texts }, limits)
  const changed = await updateRecords(asWallet(context, signer), {
    subname,
    change: (current) => {
      assertGranted(current, mApp)
      return mergeRecords(current.records, changes, limits)
    },
    inSameTransaction: (transaction) => consumeChallenge(context, transaction, challenge),
  })
  return { ...details, subname: changed }
}

function assertGranted({ name, records }: Subname, mApp: string): void {
  if (!grantsOf(records).includes(mApp))
    throw new AppError('ForbiddenException', `${mApp} has no permission to write to ${name}.`)
}
