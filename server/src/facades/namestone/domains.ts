import type { Address } from 'viem'
import { rotateApiKey } from '../../core/api-keys.ts'
import { assertWorkspaceAccess, workspaceOf } from '../../core/auth/access.ts'
import { updateDomain } from '../../core/domains/change.ts'
import { onboardDomain } from '../../core/domains/onboard.ts'
import { listResolvers } from '../../core/resolvers/resolvers.ts'
import { checksumAddress, isHexAddress } from '../../crypto/evm-address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, normalizeName } from '../../ens/names.ts'
import { AppError, type ErrorName } from '../../errors.ts'
import { type FacadeCaller, FacadeError, type FacadeRequest, type FacadeResponse } from '../../http/facade.ts'
import { assertKeyCovers, chainOf, findDomain, keyOf, requireExistingDomain, requireKey } from './access.ts'
import { badRequest, keyError, notAuthorized, toEnableError, withFacadeErrors } from './errors.ts'
import { assertNormalizable, isSet, queryText, readName, requireText } from './input.ts'
import { toListedDomain } from './output.ts'
import { composeMessage, messagePeriodMs } from './sign-in-message.ts'

/** Order: domain, key, normal form, existence, rights of the key, content hash and records. */
export async function setDomain(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const name = requireText(request.body, 'domain')
  const authenticated = await requireKey(request)
  const { context, caller } = authenticated
  assertNormalizable([name])
  const missing = 'Domain does not exist. Please use /enable-domain.'
  const domain = await requireExistingDomain(context, chainId, name, missing)
  assertKeyCovers(authenticated, domain, 'domains:write', notAuthorized)
  const { records } = readName(request.body)
  await withFacadeErrors(() =>
    updateDomain(context, { caller, chainId, name: domain.name, records, replace: true }),
  )
  return { body: { success: true } }
}

/** Order: domain, existence, key. One object, as the service sends it. */
export async function getDomain(request: FacadeRequest): Promise<FacadeResponse> {
  const name = queryText(request, 'domain')
  if (name === undefined) {
    const message = 'Missing required parameters'
    throw new FacadeError(400, { message }, new AppError('BadRequestException', message))
  }
  const domain = await requireExistingDomain(request.anonymous.context, chainOf(request), name)
  assertKeyCovers(await requireKey(request, keyError), domain, 'read', keyError)
  return { body: toListedDomain(domain) }
}

export async function getSiweMessage(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const text = queryText(request, 'address')
  if (text === undefined) throw badRequest('Missing address')
  const { context } = request.anonymous
  const address = parseWallet(text)
  return { body: composeMessage(context.config.publicUrl, { chainId, address, time: context.clock() }) }
}

function parseWallet(text: string): Address {
  if (isHexAddress(text)) return checksumAddress(text)
  throw badRequest('Invalid wallet address')
}

/**
 * Onboards a domain into the workspace of the key, which must be allowed to. Order: parameters, key, normal form, number of
 * labels, then the rules of the core.
 */
export async function enableDomain(request: FacadeRequest): Promise<FacadeResponse> {
  const chainId = chainOf(request)
  const { body } = request
  const required = ['company_name', 'email', 'address', 'domain', 'signature']
  for (const name of required) requireText(body, name, 'Missing parameters')
  const { api_key: ownKey, cycle_key: cycle } = body
  const key = keyOf(request) ?? (typeof ownKey === 'string' && ownKey !== '' ? ownKey : undefined)
  const authenticated = await requireKey(request, notAuthorized, key)
  const text = requireText(body, 'domain')
  assertNormalizable([text], 'Invalid ens domain')
  const name = normalizeName(text)
  if (name.split('.').length !== 2) throw badRequest('Invalid domain -- must be top level')
  const address = parseWallet(requireText(body, 'address'))
  const signature = requireText(body, 'signature')
  const outcome = await request.within('outbound', () =>
    enable(authenticated, { chainId, name, address, signature, admit: request.admit }),
  )
  const { caller, context } = authenticated
  const mustCycle = isSet(cycle)
  if (outcome === 'new' || !mustCycle || !caller.apiKey)
    return {
      body: {
        message: outcome === 'new' ? 'Domain enabled!' : 'Domain already enabled!',
        api_key: key,
        domain: name,
      },
    }
  const { id, workspaceId } = caller.apiKey
  const cycled = await withFacadeErrors(() =>
    rotateApiKey(context, { caller, id, workspaceId, overlapMs: 0 }),
  )
  return { body: { message: 'API key cycled!', api_key: cycled.key, domain: name } }
}

interface Enabled extends Pick<FacadeRequest, 'admit'> {
  readonly chainId: ChainId
  readonly name: EnsName
  readonly address: Address
  readonly signature: string
}

async function enable(authenticated: FacadeCaller, enabled: Enabled): Promise<'new' | 'known'> {
  const { context, caller } = authenticated
  const { chainId, name } = enabled
  const workspaceId = workspaceOf(caller, undefined)
  await withFacadeErrors(async () => assertWorkspaceAccess(caller, workspaceId, 'domains:write'))
  try {
    await onboardSigned(authenticated, enabled)
    return 'new'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const domain = await findDomain(context, chainId, name)
    if (error.name === 'EnsAlreadyExistsException' && domain?.workspaceId === workspaceId) return 'known'
    throw toEnableError(error)
  }
}

/** The message of this period may be signed, or that of the one before. */
async function onboardSigned(authenticated: FacadeCaller, enabled: Enabled): Promise<void> {
  const now = authenticated.context.clock()
  const previous = () => onboardWithMessage(authenticated, enabled, now - messagePeriodMs)
  await onboardWithMessage(authenticated, enabled, now).catch(
    ifRefused('InvalidSignatureException', previous),
  )
}

/** Through the resolver that the domain uses. */
async function onboardWithMessage(
  { context, caller }: FacadeCaller,
  { chainId, name, address, signature, admit }: Enabled,
  time: number,
): Promise<void> {
  const message = composeMessage(context.config.publicUrl, { chainId, address, time })
  const signed = { ...caller, signedMessage: { address, message, signature, admit } }
  const workspaceId = workspaceOf(caller, undefined)
  const onboard = async (resolverId: string) => {
    await onboardDomain(context, { caller: signed, workspaceId, resolverId, name })
  }
  const [first, ...others] = (await listResolvers(context)).filter((each) => each.chainId === chainId)
  if (!first)
    throw new AppError('OffchainResolverNotFoundException', `There is no resolver on chain ${chainId}.`)
  let onboarded = onboard(first.id)
  for (const { id } of others) onboarded = onboarded.catch(ifRefused('ForbiddenException', () => onboard(id)))
  await onboarded
}

function ifRefused(name: ErrorName, next: () => Promise<void>) {
  return (error: unknown) => {
    if (error instanceof AppError && error.name === name) return next()
    throw error
  }
}
