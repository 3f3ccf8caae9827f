import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { type Address, encodeFunctionData, type Hex, parseEventLogs, zeroHash } from 'viem'
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
  /** Unix time of the block that was read. */
  readonly now: number
  /** The one that counts now; `null`: none does, so that nothing resolves in the dark. */
  readonly zone: ZoneRoot | null
}

/**
 * In one block.
 * @throws AppError `BadRequestException` for a contract without a heartbeat; `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readHeartbeat({ id, client }: ChainClient, address: Address): Promise<Heartbeat> {
  const block = await undefinedIfReverted(client.getBlock())
  if (!block) throw new AppError('UpstreamException', `The RPC of chain ${id} returned no newest block.`)
  const { number: blockNumber, timestamp } = block
  const read = <Name extends 'anchor' | 'grace' | 'delay' | 'lastBeat' | 'frozen' | 'files' | 'zone'>(
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
      read('zone'),
    ]),
  )
  if (!found)
    throw new AppError(
      'BadRequestException',
      `The contract ${address} on chain ${id} has no heartbeat: deploy one with "byname resolvers deploy", and set it as the domain's resolver.`,
    )
  const [anchor, grace, delay, lastBeat, isFrozen, files, [root, depth]] = found
  return {
    ...{ anchor, grace: Number(grace), delay, lastBeat, isFrozen, files, now: Number(timestamp) },
    zone: root === zeroHash ? null : { root, depth },
  }
}

/** Blocks of a request for logs, and requests: some days on mainnet. */
const beatScan = { blocks: 10_000n, requests: 4 } as const

/**
 * The root of the newest beat; `undefined` where it is older than some days, or the RPC returns no logs.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readNewestBeat({ client }: ChainClient, address: Address): Promise<Hex | undefined> {
  const head = await undefinedIfReverted(client.getBlock())
  let to = head?.number ?? 0n
  for (let request = 0; request < beatScan.requests && to > 0n; request++) {
    const from = to < beatScan.blocks ? 0n : to - beatScan.blocks + 1n
    const logs = await undefinedIfReverted(client.getLogs({ address, fromBlock: from, toBlock: to }))
    if (!logs) return undefined
    const newest = parseEventLogs({ abi, eventName: 'Beat', logs }).at(-1)
    if (newest) return newest.args.root
    to = from - 1n
  }
  return undefined
}

/** An hour on Ethereum. */
const recentBlocks = 300n

/** The transaction of the last beat of the past hour, where it was with this root. */
export async function findRecentBeat(
  { client }: ChainClient,
  address: Address,
  { root, depth }: ZoneRoot,
): Promise<Hex | undefined> {
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  const fromBlock = newest > recentBlocks ? newest - recentBlocks : 0n
  // Without logs, as of some RPCs, a beat may be repeated, which costs its fee.
  const beats = await client
    .getContractEvents({ abi, address, eventName: 'Beat', fromBlock, strict: true })
    .catch(() => [])
  const last = beats.at(-1)
  return last?.args.root === root && last.args.depth === depth ? last.transactionHash : undefined
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
