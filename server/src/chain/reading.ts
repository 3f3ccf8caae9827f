import { createPublicClient, type Hex } from 'viem'
import type { ChainId } from '../ens/chain-id.ts'
import { AppError } from '../errors.ts'
import { createGate } from '../gate.ts'
import { askGateway } from './ask-gateway.ts'
import type { Chain } from './chains.ts'
import { ensContracts } from './contracts.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { jsonRpcTransport, type RpcNode } from './json-rpc-transport.ts'
import { limitedNode } from './limited-node.ts'
import type { Lookup } from './lookup.ts'
import { readingLimits } from './reading-limits.ts'

/** The reading of one name: what there is to read it with, and how much of that is left. */
export interface Reading {
  /** With a node for a limited number of calls, and a client for reads without lookups. */
  readonly chain: Chain
  /** Asks the gateways of a lookup. Throws what `askGateway` does, and when there were too many lookups. */
  readonly ask: (lookup: Lookup) => Promise<Hex>
  /** How many lookups were asked for so far, and what the last one failed with that failed. */
  readonly lookups: { count: number; failure: AppError | undefined }
}

interface ReadingOptions {
  readonly chainId: ChainId
  readonly node: RpcNode
  readonly fetch: GuardedFetch
  /** Milliseconds for one gateway. */
  readonly timeout: number
  /** Ends everything that belongs to the reading. */
  readonly signal: AbortSignal
}

/** Opens a reading under the guard and within `readingLimits`. Nothing is sent before the first read. */
export function openReading({ chainId, node: unlimited, ...options }: ReadingOptions): Reading {
  const node = limitedNode(
    unlimited,
    readingLimits.calls,
    `The name takes more than ${readingLimits.calls} calls to read: its resolver may lead in a circle.`,
  )
  const client = createPublicClient({ transport: jsonRpcTransport(node), ccipRead: false })
  const lookups: Reading['lookups'] = { count: 0, failure: undefined }
  return {
    chain: { id: chainId, node, client, contracts: ensContracts[chainId] },
    lookups,
    ask: limitedGateways(options, lookups),
  }
}

/** Gateways, for a limited number of lookups and bytes; a few are asked at once. Keeps count in `lookups`. */
function limitedGateways(
  options: Omit<ReadingOptions, 'chainId' | 'node'>,
  lookups: Reading['lookups'],
): Reading['ask'] {
  const gate = createGate(readingLimits.lookupsAtOnce)
  const unreachable = new Map<string, AppError>()
  let answered = 0

  const ask = async (lookup: Lookup): Promise<Hex> => {
    lookups.count++
    if (lookups.count > readingLimits.lookups) throw tooMuch(`${readingLimits.lookups} lookups`)
    const answer = await gate(() => askGateway(lookup, { ...options, unreachable }), options.signal)
    answered += answer.length
    if (answered > readingLimits.gatewayAnswers) throw tooMuch(`${readingLimits.gatewayAnswers} bytes`)
    return answer
  }
  return (lookup) =>
    ask(lookup).catch((error: unknown) => {
      lookups.failure = error instanceof AppError ? error : outOfTime(error, options.signal)
      throw lookups.failure
    })
}

const tooMuch = (limit: string) =>
  new AppError('UpstreamException', `The name takes more than ${limit} from its gateways.`)

/** What is left to say of a lookup that had no turn before the time of its name ran out. */
function outOfTime(error: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) throw error
  return new AppError('UpstreamTimeoutException', "The name's gateway did not answer in time.")
}
