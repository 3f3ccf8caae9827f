import type { ChainId } from '../ens/chains.ts'
import { chainClientOf } from '../rpc/operator.ts'
import { type JsonRpcResponse, rpcRequest } from '../rpc/transport.ts'
import type { CoreContext } from './context.ts'

/** EIP-1193 methods of a page with a wallet. */
export const walletMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_getTransactionReceipt',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
] as const

interface WalletRequest {
  readonly chainId: ChainId
  readonly method: (typeof walletMethods)[number]
  readonly params: readonly unknown[]
}

export type WalletResponse = JsonRpcResponse

const maxResponseBytes = 1_048_576

/** Calls a local chain of the sandbox, which signs with its unlocked accounts. */
export async function forwardWalletRpc(
  { chains }: CoreContext,
  { chainId, method, params }: WalletRequest,
): Promise<WalletResponse> {
  const { rpc } = chainClientOf(chains, chainId)
  return rpcRequest(rpc, { method, params }, maxResponseBytes)
}
