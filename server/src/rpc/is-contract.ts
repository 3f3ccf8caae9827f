import type { Address } from 'viem'
import { AppError } from '../errors.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** Bytes of a node's answer: the largest code that a chain takes (EIP-170, doubled as some chains do) in hex. */
const maxResponseBytes = 128 * 1024

/** What the code of a plain account starts with that has delegated itself to a contract (EIP-7702). */
const delegationPrefix = '0xef0100'

/** Whether a contract stands at `address` on the node's chain; an account with a key is none, delegated or not. */
export async function isContract(rpc: RpcTransport, address: Address): Promise<boolean> {
  const code = await getCode(rpc, address)
  return code !== '' && !code.startsWith(delegationPrefix)
}

/** Whether a call to `address` runs code: that of a contract, or of the contract that an account has delegated itself to. */
export async function hasCode(rpc: RpcTransport, address: Address): Promise<boolean> {
  return (await getCode(rpc, address)) !== ''
}

/**
 * The code as hex with `0x`; empty when the address has none.
 *
 * @throws AppError `UpstreamException` when the node answers anything but hex, and those of `rpcCall`.
 */
async function getCode(rpc: RpcTransport, address: Address): Promise<string> {
  const code = await rpcCall(rpc, { method: 'eth_getCode', params: [address, 'latest'] }, maxResponseBytes)
  if (typeof code !== 'string' || !code.startsWith('0x'))
    throw new AppError('UpstreamException', `${rpc.name} returned a malformed eth_getCode result.`)
  return code === '0x' ? '' : code
}
