import type { Hex } from 'viem'
import { perRequestLimits } from '../../ccip/limits.ts'
import { readAddress, readRecords } from '../../ccip/records.ts'
import { findNameResolver } from '../../ccip/resolver.ts'
import { openReadSession, type ReadSession } from '../../ccip/session.ts'
import { resolveChainLabel } from '../../chain/resolve-chain-label.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { type ChainId, mainnetId, testnetIds } from '../../ens/chains.ts'
import { chainCoinType } from '../../ens/coin-names.ts'
import { localCoinType } from '../../ens/coin-types.ts'
import {
  type InteroperableName,
  interoperableChecksum,
  parseInteroperableName,
} from '../../ens/interoperable.ts'
import { ancestors, type EnsName } from '../../ens/names.ts'
import { emptyRecords, type Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { budgetedFetch, connectCallerEnsRpc, sharedRpcBudget, withAbort } from '../../rpc/caller.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { findCoveringDomain } from '../../store/entities/domains.ts'
import { findResolverByAddress } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

interface ReadName {
  /** `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`. */
  readonly name: string
  /** https or http. Secret: it may contain a key. */
  readonly rpcUrl: string
}

export interface ReadNameResult {
  readonly name: EnsName
  /** `null` when unregistered or without a resolver. */
  readonly resolver: Hex | null
  /** Under an onboarded domain. */
  readonly isServedByUs: boolean
  readonly records: Records
}

/**
 * Uses the Universal Resolver of the RPC's chain and follows lookups (EIP-3668) under the outbound guard. With
 * `@<chain>`, only that address is read. Stores nothing: the RPC is untrusted.
 */
export async function readName(context: CoreContext, { name, rpcUrl }: ReadName): Promise<ReadNameResult> {
  const interoperableName = parseInteroperableName(name)
  const reader = await readerForCallerRpc(context, rpcUrl, { acceptsHttp: true })
  return readNameInSession(context, reader.openSession(), interoperableName)
}

export async function readNameInSession(
  context: CoreContext,
  session: ReadSession,
  interoperableName: InteroperableName,
): Promise<ReadNameResult> {
  const { name, chain } = interoperableName
  const { resolver } = await findNameResolver(session.chain, name)
  const servedByUs = resolver !== null && (await isServedByUs(context, session.chain.id, resolver, name))
  const records =
    chain === undefined
      ? await readRecords(session, name)
      : await readAddressOnChain(session, { ...interoperableName, chain })
  return { name, resolver, isServedByUs: servedByUs, records: records ?? emptyRecords }
}

/** Sessions of one request share a deadline and limits. */
export interface NameReader {
  readonly chainId: ChainId
  readonly openSession: () => ReadSession
}

/** The caller's RPC is untrusted: results are neither stored nor proof. `acceptsHttp` concerns its URL only. */
export async function readerForCallerRpc(
  { outbound, rules }: CoreContext,
  rpcUrl: string,
  { acceptsHttp = false } = {},
): Promise<NameReader> {
  const timeouts = timeoutsOf(rules.resolveTimeoutMs)
  const fetch = budgetedFetch(outbound, perRequestLimits)
  const rpc = await connectCallerEnsRpc({ fetch, rpcUrl, acceptsHttp, ...timeouts })
  const { chainId } = rpc
  return { chainId, openSession: () => openReadSession({ chainId, rpc, fetch, ...timeouts }) }
}

/** @throws AppError `ServiceUnavailableException` without an RPC. */
export function readerForOwnRpc(context: CoreContext, chainId: ChainId): NameReader {
  return readersForOwnRpc(context)(chainId)
}

/** The chains share a deadline and limits. */
export function readersForOwnRpc({ chains, outbound, rules }: CoreContext): (chainId: ChainId) => NameReader {
  const timeouts = timeoutsOf(rules.resolveTimeoutMs)
  const withCallBudget = sharedRpcBudget(
    perRequestLimits.maxRpcCalls,
    `The request takes more than ${perRequestLimits.maxRpcCalls} RPC calls.`,
  )
  const fetch = budgetedFetch(outbound, perRequestLimits)
  return (chainId) => {
    const rpc = withCallBudget(withAbort(chainClientOf(chains, chainId).rpc, timeouts.signal))
    return { chainId, openSession: () => openReadSession({ chainId, rpc, fetch, ...timeouts }) }
  }
}

/** Leaves time for a second gateway. */
function timeoutsOf(resolveTimeoutMs: number) {
  return {
    timeoutMs: resolveTimeoutMs / 2,
    signal: AbortSignal.timeout(resolveTimeoutMs),
  }
}

type NameOnOneChain = InteroperableName & { readonly chain: string }

/** The chain's coin type may use the name's default address; mainnet's address never replaces a missing one. */
async function readAddressOnChain(session: ReadSession, interoperableName: NameOnOneChain): Promise<Records> {
  const coinType = await coinTypeOf(session, interoperableName.chain)
  const coinTypes = new Set([coinType, localCoinType(session.chain.id, coinType)])
  const found = await readAddress(session, interoperableName.name, [...coinTypes])
  if (
    interoperableName.checksum !== undefined &&
    (!found || interoperableChecksum(coinType, found.address) !== interoperableName.checksum)
  )
    throw new AppError(
      'InvalidNameException',
      `The checksum ${interoperableName.checksum} is not that of the address of ${interoperableName.name} on ${interoperableName.chain}.`,
    )
  return { ...emptyRecords, addresses: found ? [found] : [] }
}

/** Whether a chain's coin type is known without reading the registry of chains. */
export function isListedChain(chain: string): boolean {
  return chainCoinType(chain) !== undefined
}

/** @throws AppError `UnsupportedChainException`, or as `resolveCalls`. */
export async function assertChainKnown(session: ReadSession, chain: string): Promise<void> {
  await coinTypeOf(session, chain)
}

async function coinTypeOf(session: ReadSession, chain: string): Promise<number> {
  const coinType = chainCoinType(chain) ?? (await resolveChainLabel(session, chain))
  if (coinType !== undefined) return coinType
  throw new AppError(
    'UnsupportedChainException',
    `Unsupported chain label "${chain}": use a chain id, eip155:<id> or a label such as base, op or btc.`,
  )
}

/**
 * For callers without an RPC: a testnet when a domain at or above the name is onboarded there and not on mainnet, else
 * mainnet.
 */
export async function homeChainOf({ store }: CoreContext, name: EnsName): Promise<ChainId> {
  const names = [name, ...ancestors(name)]
  const isOnboarded = async (chainId: ChainId) =>
    (await findCoveringDomain(store.read, chainId, names)) !== undefined
  for (const testnetId of testnetIds)
    if (await isOnboarded(testnetId)) return (await isOnboarded(mainnetId)) ? mainnetId : testnetId
  return mainnetId
}

/** @throws AppError `EnsNotFound` for a resolver of this service that no domain at or above the name is onboarded with. */
async function isServedByUs(
  { store }: CoreContext,
  chainId: ChainId,
  address: Hex,
  name: EnsName,
): Promise<boolean> {
  const resolver = await findResolverByAddress(store.read, chainId, lowerCaseHex(address))
  if (!resolver) return false
  const domain = await findCoveringDomain(store.read, chainId, [name, ...ancestors(name)])
  if (domain?.resolverId === resolver.id) return true
  throw new AppError(
    'EnsNotFound',
    `${name} uses a resolver of this service, but is under no domain that is onboarded on chain ${chainId}.`,
  )
}
