import { type Address, zeroAddress } from 'viem'
import { ccipCall, resolveCalls } from '../../ccip/call.ts'
import {
  addressKey,
  encodeAddressLookup,
  type RecordKey,
  recordCall,
  textKey,
  toRecords,
} from '../../ccip/records.ts'
import {
  decodeAddress,
  decodeBytes,
  findResolverInRegistry,
  rejectedResponseError,
} from '../../ccip/resolver.ts'
import type { ReadSession } from '../../ccip/session.ts'
import { type Expiry, readExpiries } from '../../chain/expiry.ts'
import { v2EthRegistry } from '../../chain/names.ts'
import { toHex } from '../../crypto/hex.ts'
import { registryAbi } from '../../ens/abis.ts'
import { type ChainId, chainIds } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { ancestors, type EnsName, namehash } from '../../ens/names.ts'
import { effectiveAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { type ChainClient, ping } from '../../rpc/operator.ts'
import { undefinedIfReverted } from '../../rpc/transport.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { canReadDomain } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { capacityError } from '../domains/rules.ts'
import type { InstanceFacts } from './instance.ts'
import type { PresentRecords } from './judge-name.ts'

export interface Instance {
  /** `undefined` when the name is not under a domain of this service on this chain. */
  readonly facts: InstanceFacts | undefined
  /** The contract that the domain is onboarded with. */
  readonly expectedResolver: Address | undefined
  /** Where it is under a domain, if not on this chain. */
  readonly otherChainId: number | undefined
  /** Where the name is a domain in use that the caller may read. */
  readonly domain?: Domain | undefined
}

/** What this service holds. Deleted domains count: their lookups reach it too. */
export async function readInstance(
  context: CoreContext,
  { caller, chainId, name }: { caller: Caller; chainId: ChainId; name: EnsName },
): Promise<Instance> {
  const { store } = context
  const names = [name, ...ancestors(name)]
  const find = (id: number) => findCoveringDomain(store.read, id, names, { includeDeleted: true })
  const domain = await find(chainId)
  if (!domain) {
    for (const other of chainIds)
      if (other !== chainId && (await find(other)))
        return { facts: undefined, expectedResolver: undefined, otherChainId: other }
    return { facts: undefined, expectedResolver: undefined, otherChainId: undefined }
  }
  const [resolver, subname] = await Promise.all([
    findResolver(store.db, domain.resolverId),
    domain.name === name ? undefined : findSubname(store.read, chainId, name),
  ])
  const records = domain.name === name ? domain.records : subname?.isClaimed ? subname.records : undefined
  const isOwn = domain.name === name && domain.deletedAt === null && canReadDomain(caller, domain)
  return {
    domain: isOwn ? domain : undefined,
    expectedResolver: resolver?.address,
    otherChainId: undefined,
    facts: {
      ...stateOf(context, caller, domain),
      subname: domain.name === name ? undefined : stateOfSubname(subname),
      hasAddress: records !== undefined && effectiveAddress(records, ethCoinType) !== null,
    },
  }
}

function stateOf({ clock }: CoreContext, caller: Caller, domain: Domain) {
  const isReadable = canReadDomain(caller, domain)
  return {
    domain: domain.name,
    isBlocked: domain.isBlocked,
    blockReason: isReadable ? domain.blockReason : null,
    isDeleted: domain.deletedAt !== null,
    isFull: isReadable ? capacityError(domain, clock()) !== undefined : undefined,
    isReadable,
  }
}

function stateOfSubname(subname: { readonly isClaimed: boolean } | undefined) {
  if (!subname) return 'absent'
  return subname.isClaimed ? 'issued' : 'reserved'
}

export interface RegistrationFacts {
  readonly parent: string
  readonly isInV1: boolean
  readonly hasV2: boolean
  readonly expiry: Expiry | undefined
  /** Unix seconds of the newest block. */
  readonly now: bigint
}

/** @throws AppError `UpstreamException`, also for another chain; `UpstreamTimeoutException`. */
export async function readRegistration(chain: ChainClient, name: string): Promise<RegistrationFacts> {
  const parent = name.split('.').slice(-2).join('.')
  const label = /^([^.]+)\.eth$/.exec(parent)?.[1]
  const [owner, v2Registry, [expiry], block] = await Promise.all([
    undefinedIfReverted(
      chain.client.readContract({
        address: chain.contracts.registry,
        abi: registryAbi,
        functionName: 'owner',
        args: [toHex(namehash(parent))],
      }),
    ),
    v2EthRegistry(chain),
    readExpiries(chain, label === undefined ? [] : [label]),
    undefinedIfReverted(chain.client.getBlock()),
    ping(chain),
  ])
  if (!block)
    throw new AppError('UpstreamException', `The RPC of chain ${chain.id} returned no newest block.`)
  const isInV1 = owner !== undefined && owner !== zeroAddress
  return { parent, isInV1, hasV2: v2Registry !== null, expiry, now: block.timestamp }
}

const keys: readonly RecordKey[] = [addressKey(ethCoinType), textKey('avatar'), { kind: 'contenthash' }]

/**
 * Which records clients of the Universal Resolver get; `null` without a resolver. Throws as `resolveCalls`.
 */
export async function readPresentRecords(session: ReadSession, name: string): Promise<PresentRecords | null> {
  const node = toHex(namehash(name))
  const results = await resolveCalls(
    session,
    name,
    keys.map((key) => ({ call: recordCall(node, key) })),
  )
  if (!results) return null
  const { addresses, texts, contenthash } = toRecords(keys, (key) => results[keys.indexOf(key)])
  return { address: addresses.length > 0, avatar: texts.length > 0, contenthash: contenthash !== null }
}

/** Reads the Ethereum address without the Universal Resolver (ENSIP-10). Throws as `ccipCall`. */
export async function resolveAsWildcardClient(
  session: ReadSession,
  name: string,
  isExtended: boolean,
): Promise<'address' | 'empty' | 'none'> {
  const { resolver } = await findResolverInRegistry(session.chain, name)
  if (resolver === null) return 'none'
  const record = recordCall(toHex(namehash(name)), addressKey(ethCoinType))
  const outcome = await ccipCall(session, resolver, isExtended ? encodeAddressLookup(name) : record)
  if (outcome.isReverted) throw rejectedResponseError()
  const result = isExtended ? decodeBytes(outcome.data) : outcome.data
  return decodeAddress(result, ethCoinType) ? 'address' : 'empty'
}
