import { type Address, parseAbi } from 'viem'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { ping } from '../rpc/ping.ts'
import { multicallResults, singleMulticall } from '../rpc/revert-as-undefined.ts'

const signersAbi = parseAbi([
  'function isSigner(address signer) view returns (bool)',
  'function signers(address signer) view returns (bool)',
])

/** `isSigner` in our contract, `signers` in ENS's. */
export interface ResolverContract {
  readonly address: Address
  readonly function: 'isSigner' | 'signers'
}

/**
 * Checks all contracts in one call; `undefined` without such a contract.
 * @throws AppError `UpstreamException`, also for another chain; `UpstreamTimeoutException`.
 */
export async function isTrustedSigner(
  chain: ChainClient,
  contracts: readonly ResolverContract[],
  signer: Address,
): Promise<readonly (boolean | undefined)[]> {
  const [results] = await Promise.all([
    multicallResults(
      chain.client.multicall({
        ...singleMulticall,
        contracts: contracts.map(({ address, function: functionName }) => ({
          address,
          abi: signersAbi,
          functionName,
          args: [signer] as const,
        })),
      }),
    ),
    ping(chain),
  ])
  return results.map(({ result }) => result)
}
