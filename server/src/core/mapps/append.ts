import { mergeRecords } from '../../ens/merge-records.ts'
import { normalizeName } from '../../ens/name.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { parseSignedMessage, verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import { consumeChallenge, requireChallenge } from '../challenges/consume-challenge.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import { assertResolvesTo } from '../resolution/assert-resolves-to.ts'
import { requireSubname } from '../subnames/require-subname.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { updateRecords } from '../subnames/update-records.ts'
import { fieldKey, grantsOf } from './grants.ts'

export interface AppendFields {
  /** With a challenge signed by the address that the mApp's name resolves to. */
  readonly caller: Caller
  readonly subname: string
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
  const name = normalizeName(input.subname)
  if (name !== challenge.subname)
    throw new AppError(
      'InvalidSignatureException',
      `The signed challenge is for ${challenge.subname}, the request for ${name}.`,
    )
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, signedMessage, domain, challenge)
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
