import type { Hex } from 'viem'
import { readAddress } from '../../ccip/read-records.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { effectiveAddress } from '../../ens/effective-address.ts'
import { splitName } from '../../ens/name.ts'
import { type DomainLabel, findDomainLabel } from '../../store/entities/domain-label.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { readerForOwnRpc } from './name-reader.ts'

export interface ResolveAddress {
  readonly chainId: number
  /** Normalized. */
  readonly name: string
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
  const chain = requireSupportedChain(chainId)
  const found = await findDomainLabel(context.store.db, { chainId: chain, ...splitName(name) })
  if (found && usesOwnResolver(found)) {
    const { subname, domain } = found
    return subname?.isClaimed && !domain.isBlocked ? effectiveAddress(subname.records, coinType) : null
  }
  const read = await admit(() => readAddress(readerForOwnRpc(context, chain).openSession(), name, [coinType]))
  return read ? lowerCaseHex(read.address) : null
}

/** By the last known state of the chain. */
function usesOwnResolver({ domain, resolver }: DomainLabel): boolean {
  return domain.onchainResolver === resolver.address
}
