import { assertDomainAccess, isAdministrator, type Permission } from '../../core/auth/access.ts'
import type { CoreContext } from '../../core/context.ts'
import { requireDomain } from '../../core/domains/rules.ts'
import type { ChainId } from '../../ens/chains.ts'
import { parseDomain } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { FacadeCaller, FacadeRequest } from '../../http/facade.ts'
import type { Domain } from '../../model/domain.ts'
import { badRequest, isRefusal, notAuthorized, unauthorized } from './errors.ts'
import { queryText } from './input.ts'

/** By the part of the path behind `/api/`. */
const networks: Readonly<Record<string, ChainId>> = { public_v1: 1, public_v1_sepolia: 11155111 }

export function chainOf({ params: { network = '' } }: FacadeRequest): ChainId {
  const chainId = Object.hasOwn(networks, network) ? networks[network] : undefined
  if (chainId === undefined) throw badRequest('Invalid network')
  return chainId
}

/** As it is in the header, behind `Bearer`, or in the query. */
export function keyOf(request: FacadeRequest): string | undefined {
  const header = request
    .header('authorization')
    ?.replace(/^bearer\s+/i, '')
    .trim()
  return header || queryText(request, 'api_key')
}

/** `text`: of the error without a valid key. */
export async function requireKey(
  request: FacadeRequest,
  text = notAuthorized,
  key = keyOf(request),
): Promise<FacadeCaller> {
  if (key === undefined)
    throw unauthorized(text, new AppError('InvalidApiKeyException', 'The header Authorization is missing.'))
  try {
    return await request.authenticate(key)
  } catch (error) {
    throw isRefusal(error) ? unauthorized(text, error) : error
  }
}

/** Undefined also for a text that is no name. */
export async function findDomain(
  context: CoreContext,
  chainId: ChainId,
  name: string,
): Promise<Domain | undefined> {
  try {
    return await requireDomain(context, chainId, parseDomain(name))
  } catch (error) {
    if (error instanceof AppError && ['EnsNotFound', 'InvalidNameException'].includes(error.name))
      return undefined
    throw error
  }
}

export async function requireExistingDomain(
  context: CoreContext,
  chainId: ChainId,
  name: string,
  text = 'Domain does not exist',
): Promise<Domain> {
  const domain = await findDomain(context, chainId, name)
  if (domain) return domain
  throw badRequest(text, new AppError('EnsNotFound', text))
}

interface DomainAccess {
  readonly domain: string
  readonly permission: Permission
  readonly text?: string
}

/** A key that may do this in the domain; of an unknown domain, only an admin key is one. */
export async function requireKeyOfDomain(
  request: FacadeRequest,
  { domain: name, permission, text = notAuthorized }: DomainAccess,
): Promise<FacadeCaller> {
  const authenticated = await requireKey(request, text)
  const { context, caller } = authenticated
  const domain = await findDomain(context, chainOf(request), name)
  if (domain) assertKeyCovers(authenticated, domain, permission, text)
  else if (!isAdministrator(caller))
    throw unauthorized(text, new AppError('EnsNotFound', 'The domain is not onboarded.'))
  return authenticated
}

export function assertKeyCovers(
  { caller }: FacadeCaller,
  domain: Domain,
  permission: Permission,
  text: string,
): void {
  try {
    assertDomainAccess(caller, domain, permission)
  } catch (error) {
    throw isRefusal(error) ? unauthorized(text, error) : error
  }
}
