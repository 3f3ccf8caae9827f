import type { ChainId } from '../../ens/chains.ts'
import { ancestors, type EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain, Plan } from '../../model/domain.ts'
import { findBlockedAncestor } from '../../store/entities/blocks.ts'
import { lockDomain } from '../../store/entities/domain-changes.ts'
import {
  type FindDomainOptions,
  findDomain,
  findDomainById,
  listDomainsByWorkspace,
} from '../../store/entities/domains.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess, isAdministrator, type Permission } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { entityTagOf } from '../if-match.ts'

export async function requireDomain(
  context: CoreContext,
  chainId: ChainId,
  name: EnsName,
  finding?: FindDomainOptions,
): Promise<Domain> {
  const domain = await findDomain(context.store.db, chainId, name, finding)
  if (domain) return domain
  throw domainNotFoundError(name, chainId)
}

/** @throws AppError `EnsNotFound`. */
export async function requireDomainById(context: CoreContext, id: string): Promise<Domain> {
  const domain = await findDomainById(context.store.db, id)
  if (domain) return domain
  throw new AppError('EnsNotFound', `There is no domain ${id}.`)
}

export function assertNotBlocked(domain: Domain): void {
  if (domain.isBlocked) throw domainBlockedError(domain)
}

export function domainNotFoundError(name: EnsName, chainId: ChainId) {
  return new AppError('EnsNotFound', `${name} is not onboarded on chain ${chainId}.`)
}

export function domainBlockedError({ name, chainId }: Domain) {
  return new AppError('DomainBlockedException', `${name} is blocked on chain ${chainId}.`)
}

export interface DomainRef {
  readonly caller: Caller
  readonly domainId: string
}

export async function requireDomainWriteAccess(
  context: CoreContext,
  { caller, domainId }: DomainRef,
  permission: Permission = 'domains:write',
): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertDomainWriteAccess(caller, domain, permission)
  return domain
}

interface DomainOfCaller {
  readonly caller: Caller
  /** Its name. */
  readonly domain: string
}

/** Excludes other changes of the domain, and checks again: it may have moved since it was read. */
export async function lockWritableDomain(
  tx: StoreTransaction,
  { caller, domain: name }: DomainOfCaller,
  id: string,
  permission: Permission,
): Promise<Domain> {
  const domain = await lockDomain(tx, id)
  if (!domain || domain.deletedAt !== null)
    throw new AppError('EnsNotFound', `${name} was deleted by another request.`)
  assertDomainWriteAccess(caller, domain, permission)
  return domain
}

/** Administrators may also change blocked domains. */
export function assertDomainWriteAccess(
  caller: Caller,
  domain: Domain,
  permission: Permission = 'domains:write',
): void {
  assertDomainAccess(caller, domain, permission)
  if (!isAdministrator(caller)) assertNotBlocked(domain)
}

/**
 * Asserts that no domain above a normalized name is blocked, in use or deleted: one could otherwise replace it one
 * label below.
 */
export async function assertNotBelowBlocked(db: Queryable, chainId: ChainId, name: EnsName): Promise<void> {
  const blockedAncestor = await findBlockedAncestor(db, chainId, ancestors(name))
  if (blockedAncestor) throw domainBlockedError(blockedAncestor)
}

/** Asserts that the workspace has all of these domains. */
export async function assertOwnedDomains(
  { store }: CoreContext,
  workspaceId: string,
  domainIds: readonly string[],
): Promise<void> {
  if (domainIds.length === 0) return
  const owned = new Set((await listDomainsByWorkspace(store.db, workspaceId)).map(({ id }) => id))
  const unknown = domainIds.find((id) => !owned.has(id))
  if (unknown !== undefined)
    throw new AppError('EnsNotFound', `The workspace ${workspaceId} has no domain ${unknown}.`)
}

export function isPlanExpired({ expiresAt }: Plan, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** @returns `SubscriptionLapsedException` or `LimitReachedException`, to be thrown; `undefined` with capacity. */
export function capacityError(domain: Domain, now: number): AppError | undefined {
  const { name, chainId, plan, subnameCount, userChosenLimit } = domain
  if (isPlanExpired(plan, now))
    return new AppError(
      'SubscriptionLapsedException',
      `The subscription of ${name} on chain ${chainId} has ended: issued names stay, new ones need the ` +
        'operator of this service to renew it.',
    )
  if (userChosenLimit !== null && subnameCount >= userChosenLimit) return limitReachedError(domain)
  if (plan.maxNames !== null && subnameCount >= plan.maxNames)
    return new AppError(
      'LimitReachedException',
      `${name} has no capacity for more subnames: its subscription includes ${plan.maxNames}.`,
    )
  return undefined
}

export function limitReachedError({ name }: Domain) {
  return new AppError(
    'LimitReachedException',
    `${name} has no capacity for more subnames: its limit is reached.`,
  )
}

/** Of what `updateDomain` changes; subnames that come and go do not change it. */
export function domainEtag(domain: Domain): string {
  const { id, version, records, branding, workspaceId, allowedOrigins, sharedMaxAge } = domain
  return entityTagOf([id, version, records, branding, workspaceId, allowedOrigins, sharedMaxAge])
}
