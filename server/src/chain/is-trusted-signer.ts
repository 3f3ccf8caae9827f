import { type Address, parseAbi } from 'viem'
import type { SigningScheme } from '../gateway/digest.ts'
import { type ChainClient, ping } from '../rpc/operator.ts'
import { multicallResults, singleMulticall } from '../rpc/transport.ts'

const signersAbi = parseAbi([
  'function isSigner(address signer) view returns (bool)',
  'function signers(address signer) view returns (bool)',
])

/** Of ENS's contract, and of ours. */
const signersFunctions = {
  published: 'signers',
  'chain-bound': 'isSigner',
  merkle: 'isSigner',
} as const satisfies Record<SigningScheme, string>

interface ResolverContract {
  readonly address: Address
  readonly signingScheme: SigningScheme
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
        contracts: contracts.map(({ address, signingScheme }) => ({
          address,
          abi: signersAbi,
          functionName: signersFunctions[signingScheme],
          args: [signer] as const,
        })),
      }),
    ),
    ping(chain),
  ])
  return results.map(({ result }) => result)
}
