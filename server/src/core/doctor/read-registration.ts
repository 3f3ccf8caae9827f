import { zeroAddress } from 'viem'
import { v2EthRegistry } from '../../chain/ensv2-registry.ts'
import { readExpiries } from '../../chain/expiry.ts'
import type { Expiry } from '../../chain/expiry-of.ts'
import { toHex } from '../../crypto/hex.ts'
import { registryAbi } from '../../ens/abis.ts'
import { namehash } from '../../ens/namehash.ts'
import { AppError } from '../../errors.ts'
import type { ChainClient } from '../../rpc/chain-clients.ts'
import { ping } from '../../rpc/ping.ts'
import { undefinedIfReverted } from '../../rpc/revert-as-undefined.ts'

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
