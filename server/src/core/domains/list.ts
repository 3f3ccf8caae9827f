import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { normalizeSearchText } from '../../ens/search-text.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { claimsStateOf } from '../../policy/rules.ts'
import { type FindDomainOptions, findDomains, listDomainsByWorkspace } from '../../store/entities/domains.ts'
import {
  type DomainPosition,
  type DomainSearch,
  type FoundDomain,
  findDomainsWithLatestSubname,
  listOpenDomains,
  type OpenDomain,
  searchDomains,
} from '../../store/listing/domains.ts'
import {
  assertDomainAccess,
  assertPermissionInWorkspace,
  canReadDomain,
  isAdministrator,
  requireCredential,
} from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import {
  type CursorPage,
  type CursorRequest,
  type OrderedPageRequest,
  type Page,
  readNumberedPage,
  readPage,
} from '../page.ts'
import { requireWorkspace } from '../require-workspace.ts'
import { resolverOfDomain } from '../subnames/rules.ts'
import { type DomainPage, toDomainPage } from './page.ts'
import { type DomainRef, requireDomain, requireDomainById } from './rules.ts'

export async function getDomain(context: CoreContext, { caller, domainId }: DomainRef): Promise<Domain> {
  const domain = await requireDomainById(context, domainId)
  assertDomainAccess(caller, domain)
  return domain
}

export async function getDomainByName(
  context: CoreContext,
  { caller, chainId, name }: { readonly caller: Caller; readonly chainId: ChainId; readonly name: EnsName },
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  return domain
}

/** Oldest first, without blocked ones. */
export async function listDomainsOfKey(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const domains = isAdministrator(caller)
    ? await listDomains(context)
    : await domainsOfMember(context, caller)
  return domains.filter(({ isBlocked }) => !isBlocked)
}

/** Of the workspace of the key, or of all workspaces of the session's address. */
async function domainsOfMember(context: CoreContext, caller: Caller): Promise<readonly Domain[]> {
  const { apiKey, session } = requireCredential(caller)
  const workspaceIds = apiKey ? [apiKey.workspaceId] : [...session.roles.keys()]
  const lists: (readonly Domain[])[] = []
  for (const workspaceId of workspaceIds)
    lists.push(await listDomainsOfWorkspace(context, { caller, workspaceId }))
  return lists.flat()
}

/** Lists domains oldest first; a limited key gets only its domains. */
export async function listDomainsOfWorkspace(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly Domain[]> {
  assertPermissionInWorkspace(caller, workspaceId, 'read')
  await requireWorkspace(context, workspaceId)
  const domains = await listDomainsByWorkspace(context.store.db, workspaceId)
  return domains.filter((domain) => canReadDomain(caller, domain))
}

interface ListOpenDomains extends CursorRequest {
  /** Absent: every chain. */
  readonly chainId?: ChainId | undefined
}

/** Domains whose names can be claimed, now or later, oldest first. */
export async function listDomainsWithOpenClaims(
  context: CoreContext,
  { chainId, ...request }: ListOpenDomains,
): Promise<CursorPage<DomainPage>> {
  const list = {
    list: ['open-domains', chainId ?? null],
    positionOf: ({ domain }: OpenDomain) => domain.key,
    read: (after: number | undefined, limit: number) =>
      listOpenDomains(context.store.replica, { chainId, after: after ?? 0, limit }),
  }
  const { items, next } = await readPage(context, list, request)
  const now = context.clock()
  return {
    items: items
      .filter(({ policy }) => claimsStateOf(policy, now) !== 'over')
      .map(({ domain, policy }) => toDomainPage(context, domain, policy, now)),
    next,
  }
}

export interface DomainWithLatestSubname {
  readonly domain: Domain
  readonly resolver: Resolver
  readonly latestSubname: Subname | undefined
}

/** Includes domains without subnames. */
export async function listDomainsWithSubnames(
  context: CoreContext,
  input: OrderedPageRequest & { readonly chainId: ChainId },
): Promise<Page<DomainWithLatestSubname>> {
  const { chainId } = input
  return readNumberedPage<DomainWithLatestSubname, DomainPosition>(
    context,
    {
      list: ['domains with subnames', chainId],
      read: async (query) => {
        const { replica } = context.store
        const { orderBy } = input
        const found = await findDomainsWithLatestSubname(replica, chainId, { ...query, orderBy })
        const withResolvers = found.items.map(async ({ domain, latestSubname }) => ({
          domain,
          resolver: await resolverOfDomain(context, domain),
          latestSubname,
        }))
        return { ...found, items: await Promise.all(withResolvers) }
      },
    },
    input,
  )
}

/** Oldest first. */
export function listDomains(
  context: CoreContext,
  finding: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  return findDomains(context.store.db, finding)
}

export type InstanceDomain = FoundDomain

interface SearchInstanceDomains extends Omit<DomainSearch, 'before' | 'limit'>, CursorRequest {}

/** Domains of every workspace, newest first. */
export async function searchInstanceDomains(
  context: CoreContext,
  { text, chainId, isBlocked, ...request }: SearchInstanceDomains,
): Promise<CursorPage<InstanceDomain>> {
  const filter = { text: text && normalizeSearchText(text), chainId, isBlocked }
  const list = {
    list: ['instance-domains', filter.text ?? null, chainId ?? null, isBlocked ?? null],
    positionOf: ({ domain }: FoundDomain) => domain.key,
    read: (before: number | undefined, limit: number) =>
      searchDomains(context.store.db, { ...filter, before, limit }),
  }
  return readPage(context, list, request)
}
