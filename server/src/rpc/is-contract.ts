import type { Address } from 'viem'
import { AppError } from '../errors.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** Bytes of a response: the largest code of a contract (EIP-170, doubled as on some chains) in hex. */
const maxResponseBytes = 128 * 1024

/** Prefix of the code of an EOA that has delegated itself to a contract (EIP-7702). */
const delegationPrefix = '0xef0100'

/** Whether there is a contract at `address`; an EOA is none, delegated or not. */
export async function isContract(rpc: RpcTransport, address: Address): Promise<boolean> {
  const code = await getCode(rpc, address)
  return code !== '' && !code.startsWith(delegationPrefix)
}

/** Whether a call to `address` runs code: that of a contract, or of the contract that an EOA has delegated itself to. */
export async function hasCode(rpc: RpcTransport, address: Address): Promise<boolean> {
  return (await getCode(rpc, address)) !== ''
}

/**
 * The code as hex with `0x`; empty for an address without code.
 *
 * @throws AppError `UpstreamException` for a malformed response, and those of `rpcCall`.
 */
async function getCode(rpc: RpcTransport, address: Address): Promise<string> {
  const code = await rpcCall(rpc, { method: 'eth_getCode', params: [address, 'latest'] }, maxResponseBytes)
  if (typeof code !== 'string' || !code.startsWith('0x'))
    throw new AppError('UpstreamException', `${rpc.name} returned a malformed eth_getCode result.`)
  return code === '0x' ? '' : code
}
