import { parseLabel } from '../../ens/label.ts'
import { mergeRecords } from '../../ens/merge-records.ts'
import { parseRecordChanges, type RecordInput } from '../../ens/record-changes.ts'
import { emptyRecords } from '../../ens/records.ts'
import type { ErrorName } from '../../errors.ts'
import { assertDomainAccess } from '../auth/assert-domain-access.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireWritableDomain } from '../domains/require-domain.ts'
import { withProtectedTexts } from '../mapps/protected-texts.ts'
import { assertAvailable, createSubname } from './create-subname.ts'
import { ensureEthereumAddress, holderOf } from './ethereum-address.ts'
import type { SubnameDetails } from './subname-details.ts'

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
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<SubnameDetails> {
  const { caller } = input
  const { limits } = context.rules
  const label = parseLabel(input.label, limits.label)
  const domain = await requireWritableDomain(context, input.chainId, input.domain)
  assertDomainAccess(caller, domain, 'names:write')
  const callerAddress = input.overrideSignature
    ? caller.address
    : await verifySignedMessage(context, caller.signedMessage, domain)
  await assertAvailable(context, domain, label)
  const changes = parseRecordChanges(ensureEthereumAddress(input.records, callerAddress), limits.records)
  const records = mergeRecords(emptyRecords, withProtectedTexts(changes, emptyRecords), limits.records)
  const holder = holderOf(records, callerAddress)
  return createSubname(context, domain, { label, records, holder, isClaimed: true })
}

addSubname.errors = [
  'InvalidNameException',
  ...requireWritableDomain.errors,
  ...assertDomainAccess.errors,
  ...verifySignedMessage.errors,
  'InvalidRecordException',
  ...createSubname.errors,
] as const satisfies readonly ErrorName[]
