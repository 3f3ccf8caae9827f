import { validate } from 'uuid'
import type { Address, Hex } from 'viem'
import { deferImport } from '../../async/defer-import.ts'
import { isTrustedSigner } from '../../chain/is-trusted-signer.ts'
import { checksumAddress, isValidAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { type ChainId, ensChain } from '../../ens/chains.ts'
import { AppError } from '../../errors.ts'
import type { SigningScheme } from '../../gateway/digest.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { findAllResolvers, findResolver, insertResolver } from '../../store/entities/resolvers.ts'
import {
  listResolverPage,
  type ResolverListing,
  type ResolverPosition,
} from '../../store/listing/resolvers.ts'
import { type CoreContext, newId } from '../context.ts'
import { resolverEvents } from '../events/entity-events.ts'
import { type Page, type PageRequest, readNumberedPage } from '../page.ts'
import { isOwnScheme, readSigningScheme } from './signing-scheme.ts'

interface CreateResolver extends ResolverEntry {
  /** Chosen in advance if the contract's gateway URL must contain it. */
  readonly id?: string | undefined
  readonly chainId: ChainId
  readonly chainName: string
  readonly signingScheme: SigningScheme
}

/**
 * @throws AppError `UnsupportedChainException`, `BadRequestException` for a malformed entry and a registered contract
 * or id.
 */
export async function createResolver(context: CoreContext, input: CreateResolver): Promise<Resolver> {
  const now = context.clock()
  const { id = newId(), chainName, signingScheme } = input
  const { chainId } = input
  const resolver = {
    id,
    chainId,
    chainName,
    signingScheme,
    ...parseResolverEntry(input),
    trustedSigners: '',
    sealTrees: '',
    hasSeals: false,
    createdAt: now,
    updatedAt: now,
  }
  const isInserted = await context.store.inTurn('resolvers').transaction(async (tx) => {
    if (!(await insertResolver(tx, resolver))) return false
    await appendEvents(tx, ...resolverEvents(context, { type: 'resolver.created', after: resolver }))
    return true
  })
  if (isInserted) return resolver
  throw new AppError(
    'BadRequestException',
    `${resolver.address} on chain ${chainId}, or the id ${id}, is registered already.`,
  )
}

interface RegisterResolver {
  /** Of `prepareDeployment`: its contract has it in its gateway URLs. */
  readonly id: string
  readonly chainId: ChainId
  readonly address: string
}

/** Registers a contract of ours that trusts the signer of this service. */
export async function registerResolver(context: CoreContext, input: RegisterResolver): Promise<Resolver> {
  const { chainId } = input
  if (!validate(input.id)) throw new AppError('BadRequestException', `id: "${input.id}" is not a UUID.`)
  const address = parseContractAddress(input.address)
  const contract = await readTrustingContract(context, chainId, checksumAddress(address))
  if (contract)
    return createResolver(context, { ...resolverDefaults(chainId), id: input.id, chainId, ...contract })
  throw new AppError(
    'BadRequestException',
    `The contract ${checksumAddress(address)} on chain ${chainId} is not a resolver that trusts the signer of this service.`,
  )
}

/** `undefined` unless it is one of ours and trusts a signer of this service. */
async function readTrustingContract(context: CoreContext, chainId: ChainId, address: Address) {
  const chain = chainClientOf(context.chains, chainId)
  const signingScheme = await readSigningScheme(chain, address)
  if (signingScheme === null || !isOwnScheme(signingScheme)) return undefined
  const contract = { address, signingScheme }
  const signers = context.signers.get(chainId) ?? []
  const trusts = await Promise.all(
    signers.map((signer) => isTrustedSigner(chain, [contract], signer.address)),
  )
  return trusts.some(([isTrusted]) => isTrusted) ? contract : undefined
}

/** @throws AppError `OffchainResolverNotFoundException`. */
export async function getResolver(context: CoreContext, id: string): Promise<Resolver> {
  const resolver = await findResolver(context.store.db, id)
  if (resolver) return resolver
  throw new AppError('OffchainResolverNotFoundException', `There is no off-chain resolver ${id}.`)
}

interface FindResolvers extends PageRequest, Pick<ResolverListing, 'id' | 'environment' | 'orderBy'> {
  readonly chainId?: ChainId | undefined
  readonly address?: string | undefined
  readonly registryAddress?: string | undefined
}

/** The criteria apply together. */
export async function findResolvers(context: CoreContext, input: FindResolvers): Promise<Page<Resolver>> {
  const { id, environment, orderBy } = input
  const criteria = {
    id,
    chainId: input.chainId,
    address: input.address === undefined ? undefined : parseContractAddress(input.address),
    registryAddress:
      input.registryAddress === undefined ? undefined : parseContractAddress(input.registryAddress),
    environment,
    orderBy,
  }
  return readNumberedPage<Resolver, ResolverPosition>(
    context,
    {
      list: ['resolvers', JSON.stringify(criteria)],
      read: (query) => listResolverPage(context.store.replica, { ...criteria, ...query }),
    },
    input,
  )
}

/** The first of a chain is its default. */
export function listResolvers(context: CoreContext): Promise<readonly Resolver[]> {
  return findAllResolvers(context.store.db)
}

/** Set by an operator. */
export interface ResolverEntry {
  readonly address: string
  readonly registryAddress: string
  /** http(s); public, so without a key. */
  readonly nodeProvider: string
  readonly environment: string
}

type ParsedResolverEntry = ResolverEntry & { readonly address: Hex; readonly registryAddress: Hex }

/** @throws AppError `BadRequestException` for an invalid address or URL, and for a URL with a password. */
export function parseResolverEntry({
  address,
  registryAddress,
  nodeProvider,
  environment,
}: ResolverEntry): ParsedResolverEntry {
  if (!isPublicUrl(nodeProvider))
    throw new AppError(
      'BadRequestException',
      'The node provider is not an http(s) URL without user and password.',
    )
  return {
    address: parseContractAddress(address),
    registryAddress: parseContractAddress(registryAddress),
    nodeProvider,
    environment,
  }
}

/** Accepts one case, or a correct EIP-55 checksum. */
function parseContractAddress(text: string): Hex {
  if (isValidAddress(text)) return lowerCaseHex(text)
  throw new AppError('BadRequestException', `"${text}" is not the address of a contract.`)
}

function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

interface DeploymentRequest {
  readonly chainId: ChainId
  /** May change signers and gateway URLs. */
  readonly owner: Address
  /** Under which clients reach this service. */
  readonly publicUrl: string
}

export interface PreparedDeployment {
  /** For the registration of the contract; its gateway URLs contain it. */
  readonly id: string
  readonly chainId: ChainId
  readonly signer: Address
  readonly urls: readonly string[]
  /** Of the transaction that creates the contract. */
  readonly data: Hex
}

const importDeployment = deferImport(() => import('../../chain/deploy-resolver.ts'))

/** Composes the transaction that deploys a resolver for this service. Stores nothing. */
export async function prepareDeployment(
  { signers }: CoreContext,
  { chainId, owner, publicUrl }: DeploymentRequest,
): Promise<PreparedDeployment> {
  const [signer] = signers.get(chainId) ?? []
  if (!signer)
    throw new AppError('BadRequestException', `Chain ${chainId} has no signer: set SIGNER_KEY_${chainId}.`)
  const { resolverDeployData } = await importDeployment()
  const id = newId()
  const urls = gatewayUrls(publicUrl, id)
  const data = resolverDeployData({ owner, urls, signers: [signer.address] })
  return { id, chainId, signer: signer.address, urls, data }
}

export function resolverDefaults(chainId: ChainId) {
  const { name, publicRpcUrl, contracts } = ensChain(chainId)
  return {
    chainName: name,
    nodeProvider: publicRpcUrl,
    registryAddress: contracts.registry,
    environment: 'production',
  }
}

/** EIP-3668. POST first, for calls of any length; or GET, which shared caches can keep. */
export function gatewayUrls(publicUrl: string, resolverId: string, { getFirst = false } = {}): string[] {
  const url = `${publicUrl.replace(/\/+$/, '')}/ccip/${resolverId}`
  const urls = [url, `${url}/{sender}/{data}`]
  return getFirst ? urls.toReversed() : urls
}
