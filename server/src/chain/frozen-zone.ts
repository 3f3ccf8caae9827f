import { frozenZoneResolverAbi, frozenZoneResolverBytecode } from '@byname/contracts/FrozenZoneResolver'
import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { OwnerCall } from './owner-calls.ts'

export interface ZoneOnChain {
  readonly root: Hex
  readonly depth: number
  /** Below which the files are, without a slash at the end. */
  readonly urls: readonly string[]
}

/** `owner` may set another zone. */
export function frozenZoneDeployData(owner: Address, { root, depth, urls }: ZoneOnChain): Hex {
  return encodeDeployData({
    abi: frozenZoneResolverAbi,
    bytecode: frozenZoneResolverBytecode,
    args: [owner, root, depth, urls],
  })
}

export function setZoneCall(resolver: Address, { root, depth, urls }: ZoneOnChain): OwnerCall {
  const args = [root, depth, urls] as const
  return {
    to: resolver,
    data: encodeFunctionData({ abi: frozenZoneResolverAbi, functionName: 'setZone', args }),
  }
}
