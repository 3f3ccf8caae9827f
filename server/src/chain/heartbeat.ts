import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Address, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/operator.ts'
import { undefinedIfReverted } from '../rpc/transport.ts'
import type { OwnerCall } from './owner-calls.ts'

/** Files of a zone, as the contract knows them. */
export interface ZoneRoot {
  readonly root: Hex
  readonly depth: number
}

/** Of a resolver contract; times and durations in seconds. */
export interface Heartbeat {
  /** The account that may beat; zero: no account may. */
  readonly anchor: Address
  readonly grace: number
  /** How long a root is known before it counts. */
  readonly delay: number
  /** Unix time; 0 before the first. */
  readonly lastBeat: number
  /** Whether the owner has given up the heartbeat for good. */
  readonly isFrozen: boolean
  /** Base URLs of the files, in the order in which clients try them. */
  readonly files: readonly string[]
}

/**
 * In one block.
 * @throws AppError `BadRequestException` for a contract without a heartbeat; `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readHeartbeat({ id, client }: ChainClient, address: Address): Promise<Heartbeat> {
  const blockNumber = await client.getBlockNumber({ cacheTime: 0 })
  const read = <Name extends 'anchor' | 'grace' | 'delay' | 'lastBeat' | 'frozen' | 'files'>(
    functionName: Name,
  ) => client.readContract({ abi, address, functionName, blockNumber })
  const found = await undefinedIfReverted(
    Promise.all([
      read('anchor'),
      read('grace'),
      read('delay'),
      read('lastBeat'),
      read('frozen'),
      read('files'),
    ]),
  )
  if (!found)
    throw new AppError(
      'BadRequestException',
      `The contract ${address} on chain ${id} has no heartbeat: deploy one with "byname resolvers deploy", and set it as the domain's resolver.`,
    )
  const [anchor, grace, delay, lastBeat, isFrozen, files] = found
  return { anchor, grace: Number(grace), delay, lastBeat, isFrozen, files }
}

/** What a beat may use: how much it does depends on which roots count in its block, so that an estimate may be too low. */
export const maxGasOfBeat = 200_000n

/** For the anchor. Without a log of changes. */
export function beatCall(resolver: Address, { root, depth }: ZoneRoot): OwnerCall {
  const args = [root, depth, zeroHash, 0n] as const
  return { to: resolver, data: encodeFunctionData({ abi, functionName: 'beat', args }) }
}

export function setHeartbeatCall(resolver: Address, anchor: Address, delaySeconds: number): OwnerCall {
  const args = [anchor, delaySeconds] as const
  return { to: resolver, data: encodeFunctionData({ abi, functionName: 'setHeartbeat', args }) }
}

export function setFilesCall(resolver: Address, urls: readonly string[]): OwnerCall {
  return { to: resolver, data: encodeFunctionData({ abi, functionName: 'setFiles', args: [urls] }) }
}

export function setZoneCall(resolver: Address, { root, depth }: ZoneRoot): OwnerCall {
  return { to: resolver, data: encodeFunctionData({ abi, functionName: 'setZone', args: [root, depth] }) }
}

/** Gives up the heartbeat for good. */
export function freezeCall(resolver: Address, { root, depth }: ZoneRoot): OwnerCall {
  return { to: resolver, data: encodeFunctionData({ abi, functionName: 'freeze', args: [root, depth] }) }
}
