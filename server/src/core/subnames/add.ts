import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordLimits } from '../../ens/record-limits.ts'
import { emptyRecords, type RecordInput } from '../../ens/records.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import { mergeHolderChanges } from '../mapps/merge-holder-changes.ts'
import { assertAvailable, createSubname, type NewSubname } from './create-subname.ts'
import { assignHolder } from './ethereum-address.ts'
import { requireDomainLabel } from './require-domain-label.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface AddSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  readonly records: RecordInput
  /** The API key is enough; a signature is not read. */
  readonly overrideSignature: boolean
}

/**
 * Rules in order: the domain exists, is not blocked, the key may write to it, the signature is valid, the label is
 * free, the domain has capacity (`capacityError`), the records are valid, the domain's policy allows it if it binds keys.
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<SubnameDetails> {
  const { caller } = input
  const limits = context.rules.limits.records
  const target = await requireDomainLabel(context, input)
  const { domain } = target
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const signer = input.overrideSignature
    ? undefined
    : await verifySignedMessage(context, caller.signedMessage, domain)
  assertAvailable(context, target)
  const content = issuedContent(input.records, signer ?? caller.address, limits)
  return createSubname(signer ? asWallet(context, signer) : context, target, content, 'issue')
}

/**
 * `caller` is the holder without an address of coin type 60.
 *
 * @throws AppError `InvalidRecordException`.
 */
export function issuedContent(
  input: RecordInput,
  caller: string | undefined,
  limits: RecordLimits,
): NewSubname {
  const { changes, holder } = assignHolder(parseRecordChanges(input, limits), caller)
  return { records: mergeHolderChanges(emptyRecords, changes, limits), holder, isClaimed: true }
}
