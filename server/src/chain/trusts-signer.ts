import { type Address, parseAbi } from 'viem'
import { answersOf, inOneCall } from './answers.ts'
import type { Chain } from './chains.ts'
import { ping } from './ping.ts'

const signersAbi = parseAbi([
  'function isSigner(address signer) view returns (bool)',
  'function signers(address signer) view returns (bool)',
])

/** A resolver contract, and the function by which it tells its signers: ours by `isSigner`, that of ENS by `signers`. */
export interface SignerHolder {
  readonly address: Address
  readonly function: 'isSigner' | 'signers'
}

/**
 * Asks each contract, in one call for all, whether it believes signatures of `signer`. `undefined` where no such
 * contract stands.
 *
 * @throws AppError `UpstreamTimeoutException` or `UpstreamException` when the node does not answer, or serves another
 * chain.
 */
export async function trustsSigner(
  chain: Chain,
  holders: readonly SignerHolder[],
  signer: Address,
): Promise<readonly (boolean | undefined)[]> {
  const [answers] = await Promise.all([
    answersOf(
      chain.client.multicall({
        ...inOneCall,
        contracts: holders.map(({ address, function: functionName }) => ({
          address,
          abi: signersAbi,
          functionName,
          args: [signer] as const,
        })),
      }),
    ),
    ping(chain),
  ])
  return answers.map(({ result }) => result)
}
