import type { Hex } from 'viem'
import { fromHex, toHex } from '../../ens/hex.ts'
import { joinName } from '../../ens/name.ts'
import { childNode } from '../../ens/namehash.ts'
import type { Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { type Domain, findDomainById } from '../../store/domains.ts'
import { issueSubname } from '../../store/issue-subname.ts'
import type { Subname } from '../../store/subname-row.ts'
import { isTaken } from '../../store/subnames.ts'
import type { CoreContext } from '../context.ts'
import { capacityError, limitReached } from '../domains/capacity.ts'
import { blocked } from '../domains/require-domain.ts'
import { newId } from '../new-id.ts'
import { type IssuedName, issuedName } from './issued-name.ts'

/**
 * Why `label` cannot be issued under `domain` now: the domain is blocked, the name is taken, or the domain takes no new
 * subnames (`capacityError`). `undefined` when it can. Every operation that issues names asks this, and `isSubnameAvailable`.
 */
export async function refusalToIssue(
  { store, clock }: CoreContext,
  domain: Domain,
  label: string,
): Promise<AppError | undefined> {
  if (domain.isBlocked) return blocked(domain)
  const name = joinName(label, domain.name)
  if (await isTaken(store.db, domain.chainId, name)) return taken(name)
  return capacityError(domain, clock())
}

/** Throws the refusal to issue, so that callers learn of it before their records are checked. `issue` decides. */
export async function assertFree(context: CoreContext, domain: Domain, label: string): Promise<void> {
  const refusal = await refusalToIssue(context, domain, label)
  if (refusal) throw refusal
}

/** A subname to be issued. */
export interface Issue {
  readonly label: string
  readonly records: Records
  /** Whom it belongs to; of a reservation, whom it is for. */
  readonly holder: Hex
  /** False for a reservation. */
  readonly isClaimed: boolean
}

/**
 * Writes a new subname and counts it: all or nothing.
 *
 * @throws AppError `SubdomainAlreadyExistsException`, `SubscriptionLapsedException`, `LimitReachedException`,
 * `DomainBlockedException`, `EnsNotFound`.
 */
export async function issue(
  context: CoreContext,
  domain: Domain,
  { label, records, holder, isClaimed }: Issue,
): Promise<IssuedName> {
  const now = context.clock()
  const subname: Subname = {
    id: newId(),
    domainId: domain.id,
    chainId: domain.chainId,
    name: joinName(label, domain.name),
    label,
    node: toHex(childNode(fromHex(domain.node), label)),
    holder,
    isClaimed,
    claimedAt: isClaimed ? now : null,
    records,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const issuing = await issueSubname(context.store, subname, domain.workspaceId)
  if (issuing === 'taken') throw taken(subname.name)
  if (issuing === 'no place') throw await noPlace(context, domain)
  return issuedName(context, domain, subname)
}

/** Why a domain took no more, though it would have a moment ago: by now it is gone, moved, blocked, lapsed or full. */
async function noPlace({ store, clock }: CoreContext, domain: Domain): Promise<AppError> {
  const now = await findDomainById(store.db, domain.id)
  if (!now) return new AppError('EnsNotFound', `${domain.name} is not onboarded any more.`)
  if (now.workspaceId !== domain.workspaceId)
    return new AppError('EnsNotFound', `${domain.name} was moved to another workspace at this moment.`)
  return now.isBlocked ? blocked(now) : (capacityError(now, clock()) ?? limitReached(domain))
}

const taken = (name: string) => new AppError('SubdomainAlreadyExistsException', `${name} is taken.`)
