import { type Address, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import type { ChainClient } from '../rpc/chain-clients.ts'
import { ping } from '../rpc/ping.ts'
import { undefinedIfReverted } from '../rpc/revert-as-undefined.ts'
import { rpcCall } from '../rpc/transport.ts'

/** ERC-20 and ERC-721 share the first. */
const balanceAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

const maxGas = 500_000n

const maxResponseBytes = 4096

const wordBytes = 32

export interface TokenBalanceQuery {
  readonly contract: Address
  readonly owner: Address
  /** ERC-1155; absent: ERC-20 or ERC-721. */
  readonly tokenId?: bigint | undefined
}

/**
 * In base units, or the number of tokens.
 *
 * @throws AppError `UpstreamException` also when the contract does not answer with exactly one word, or the RPC serves
 * another chain; `UpstreamTimeoutException`.
 */
export async function readTokenBalance(
  chain: ChainClient,
  { contract, owner, tokenId }: TokenBalanceQuery,
): Promise<bigint> {
  const data = encodeFunctionData({
    abi: balanceAbi,
    functionName: 'balanceOf',
    args: tokenId === undefined ? [owner] : [owner, tokenId],
  })
  const params = [{ to: contract, data, gas: numberToHex(maxGas) }, 'latest']
  const [result] = await Promise.all([
    undefinedIfReverted(rpcCall(chain.rpc, { method: 'eth_call', params }, maxResponseBytes)),
    ping(chain),
  ])
  if (typeof result === 'string' && isHexBytes(result) && result.length === 2 + 2 * wordBytes)
    return BigInt(result)
  throw new AppError(
    'UpstreamException',
    `The token contract ${contract} on chain ${chain.id} did not return a balance.`,
  )
}
