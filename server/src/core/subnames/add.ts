import { applyChanges } from '../../ens/apply-changes.ts'
import { fromHex, toHex } from '../../ens/hex.ts'
import { parseLabel } from '../../ens/label.ts'
import { joinName } from '../../ens/name.ts'
import { childNode } from '../../ens/namehash.ts'
import { parseChanges, type RecordInput } from '../../ens/record-changes.ts'
import { emptyRecords } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { type Domain, takeSubnameSlot } from '../../store/domains.ts'
import type { Subname } from '../../store/subname-row.ts'
import { insertSubname, isTaken } from '../../store/subnames.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeDomain } from '../credentials/authorize-domain.ts'
import { verifyClaim } from '../credentials/verify-claim.ts'
import { requireWritableDomain } from '../domains/require-domain.ts'
import { newId } from '../new-id.ts'
import { ethereumAddressOf, withEthereumAddress } from './ethereum-address.ts'
import { type IssuedName, issuedName } from './issued-name.ts'

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
 * is valid, the label is free, the domain's limit is not reached, the records are valid.
 *
 * The holder is the coin type 60 address among the records, else the caller's address, which then becomes that record.
 *
 * @throws AppError `InvalidNameException`, `EnsNotFound`, `DomainBlockedException`, `InvalidApiKeyException`,
 * `ForbiddenException`, those of `verifyClaim`, `SubdomainAlreadyExistsException`, `LimitReachedException`,
 * `InvalidRecordException`.
 */
export async function addSubname(context: CoreContext, input: AddSubname): Promise<IssuedName> {
  const { caller } = input
  const { limits } = context.rules
  const label = parseLabel(input.label, limits.label)
  const domain = await requireWritableDomain(context, input.chainId, input.domain)
  authorizeDomain(caller, domain, 'names:write')
  const callerAddress = input.overrideSignature
    ? caller.address
    : await verifyClaim(context, caller.claim, domain)
  const name = joinName(label, domain.name)
  if (await isTaken(context.store.db, domain.chainId, name)) throw taken(name)
  if (isFull(domain)) throw full(domain)

  const changes = parseChanges(withEthereumAddress(input.records, callerAddress), limits.records)
  const records = applyChanges(emptyRecords, changes, limits.records)
  const now = context.clock()
  const subname: Subname = {
    id: newId(),
    domainId: domain.id,
    chainId: domain.chainId,
    name,
    label,
    node: toHex(childNode(fromHex(domain.node), label)),
    holder: ethereumAddressOf(records),
    isClaimed: true,
    claimedAt: now,
    records,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await issue(context, domain, subname)
  return issuedName(context, domain, subname)
}

/** Writes the subname and counts it in one transaction; the database decides every race. */
async function issue(context: CoreContext, domain: Domain, subname: Subname): Promise<void> {
  await context.store.transaction(async (transaction) => {
    if (!(await insertSubname(transaction, subname))) throw taken(subname.name)
    if (!(await takeSubnameSlot(transaction, domain.id))) throw full(domain)
  })
}

const isFull = (domain: Domain): boolean =>
  domain.userChosenLimit !== null && domain.subnameCount >= domain.userChosenLimit

const taken = (name: string) => new AppError('SubdomainAlreadyExistsException', `${name} is taken.`)

const full = (domain: Domain) =>
  new AppError(
    'LimitReachedException',
    `${domain.name} has reached its limit of ${domain.userChosenLimit} subnames.`,
  )
