import type { Address, Hex } from 'viem'
import { readAddress } from '../../ccip/records.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type InteroperableName, parseInteroperableName } from '../../ens/interoperable.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import { effectiveAddress } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import { type DomainLabel, findDomainLabel } from '../../store/entities/domain-label.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import { type CoreContext, settleAppError } from '../context.ts'
import { type NameReader, type ReadNameResult, readerForOwnRpc, readNameInSession } from './read-name.ts'

export interface ResolvedName extends ReadNameResult {
  readonly isClaimed: boolean
  /** Milliseconds since 1970; null for a reservation, absent if not issued here. */
  readonly claimedAt?: number | null
}

export type ReaderOf = (name: EnsName) => NameReader | Promise<NameReader>

/** In the given order. The failure of a single name is thrown; among several it is null. */
export async function resolveNames(
  context: CoreContext,
  readerOf: ReaderOf,
  names: readonly ParsedName[],
): Promise<readonly (ResolvedName | null)[]> {
  const inFlight = new Map<string, Promise<ResolvedName | AppError>>()
  const read = (interoperableName: InteroperableName) => {
    const key = `${interoperableName.name}@${interoperableName.chain ?? ''}#${interoperableName.checksum ?? ''}`
    const pending =
      inFlight.get(key) ?? settleAppError(() => resolveName(context, readerOf, interoperableName))
    inFlight.set(key, pending)
    return pending
  }
  const results = await Promise.all(names.map((name) => (name instanceof AppError ? name : read(name))))
  const [only, ...others] = results
  if (only instanceof AppError && others.length === 0) throw only
  return results.map((result) => (result instanceof AppError ? null : result))
}

async function resolveName(
  context: CoreContext,
  readerOf: ReaderOf,
  interoperableName: InteroperableName,
): Promise<ResolvedName> {
  const reader = await readerOf(interoperableName.name)
  const result = await readNameInSession(context, reader.openSession(), interoperableName)
  return { ...result, ...(await claimStatusOf(context, reader.chainId, result)) }
}

/** Only the gateway knows; names of blocked domains count as not issued. */
async function claimStatusOf(
  { store }: CoreContext,
  chainId: ChainId,
  { name, isServedByUs }: ReadNameResult,
): Promise<Pick<ResolvedName, 'isClaimed' | 'claimedAt'>> {
  const subname = isServedByUs ? await findSubname(store.read, chainId, name) : undefined
  const [domain] = subname ? await findVisibleDomains(store.read, { chainId, ids: [subname.domainId] }) : []
  return subname && domain
    ? { isClaimed: subname.isClaimed, claimedAt: subname.claimedAt }
    : { isClaimed: false }
}

interface ResolveAddress {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Absent: Ethereum's. */
  readonly coinType?: number
}

/** Admits reads of the operator's RPC, or throws. */
export type AdmitRpcRead = <T>(read: () => Promise<T>) => Promise<T>

/**
 * Returns the address in lower case; `null` without one. Names of domains with our resolver on chain
 * (`refreshResolvers`) are resolved from the store, others through the operator's RPC if `admit` allows (absent:
 * admitted already).
 */
export async function resolveAddress(
  context: CoreContext,
  { chainId, name, coinType = ethCoinType }: ResolveAddress,
  admit: AdmitRpcRead = (read) => read(),
): Promise<Hex | null> {
  const found = await findDomainLabel(context.store.db, { chainId, ...splitName(name) })
  if (found && usesOwnResolver(found)) {
    const { subname, domain } = found
    return subname?.isClaimed && !domain.isBlocked ? effectiveAddress(subname.records, coinType) : null
  }
  const read = await admit(() =>
    readAddress(readerForOwnRpc(context, chainId).openSession(), name, [coinType]),
  )
  return read ? lowerCaseHex(read.address) : null
}

/** By the last known state of the chain. */
function usesOwnResolver({ domain, resolver }: DomainLabel): boolean {
  return domain.onchainResolver === resolver.address
}

export async function assertResolvesTo(
  context: CoreContext,
  { chainId, name, address }: { chainId: ChainId; name: EnsName; address: Address },
  admit?: AdmitRpcRead,
): Promise<void> {
  const resolved = await resolveAddress(context, { chainId, name }, admit)
  if (resolved === address.toLowerCase()) return
  throw new AppError(
    'NotHolderException',
    `${name} resolves to ${resolved ?? 'no address'} on chain ${chainId}, not to ${address}.`,
  )
}

export type ParsedName = InteroperableName | AppError

/** Parses `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`, without I/O. */
export function parseNames(texts: readonly string[]): readonly ParsedName[] {
  const names = texts.map(parseName)
  const [only, ...others] = names
  if (only instanceof AppError && others.length === 0) throw only
  return names
}

function parseName(text: string): ParsedName {
  try {
    return parseInteroperableName(text)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
