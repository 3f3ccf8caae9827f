import { type Address, parseAbi } from 'viem'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { hasCode } from '../rpc/is-contract.ts'
import { multicallResults, singleMulticall } from '../rpc/revert-as-undefined.ts'

const abi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function supportsFeature(bytes4 feature) view returns (bool)',
])

/** ERC-165 ids, and `eth.ens.resolver.extended.multicall` (ENSIP-22). */
const erc165 = '0x01ffc9a7'
const extendedResolver = '0x9061b923'
const multicallFeature = '0x96b62db8'

export interface ResolverInterfaces {
  readonly hasCode: boolean
  readonly supportsErc165: boolean
  /** ENSIP-10. */
  readonly isExtended: boolean
  /** ENSIP-22. */
  readonly hasMulticall: boolean
}

/** @throws AppError `UpstreamException`, `UpstreamTimeoutException`. */
export async function readResolverInterfaces(
  { rpc, client }: ChainClient,
  address: Address,
): Promise<ResolverInterfaces> {
  const contract = { address, abi } as const
  const [isContract, [basic, extended, feature]] = await Promise.all([
    hasCode(rpc, address),
    multicallResults(
      client.multicall({
        ...singleMulticall,
        contracts: [
          { ...contract, functionName: 'supportsInterface', args: [erc165] },
          { ...contract, functionName: 'supportsInterface', args: [extendedResolver] },
          { ...contract, functionName: 'supportsFeature', args: [multicallFeature] },
        ],
      }),
    ),
  ])
  return {
    hasCode: isContract,
    supportsErc165: basic.result === true,
    isExtended: extended.result === true,
    hasMulticall: feature.result === true,
  }
}
