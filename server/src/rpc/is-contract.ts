import type { Address } from 'viem'
import { AppError } from '../errors.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** Largest contract code in hex (EIP-170, doubled as on some chains). */
const maxResponseBytes = 128 * 1024

/** Delegated EOA (EIP-7702). */
const delegationPrefix = '0xef0100'

/** False for EOAs, delegated or not. */
export async function isContract(rpc: RpcTransport, address: Address): Promise<boolean> {
  const code = await getCode(rpc, address)
  return code !== '' && !code.startsWith(delegationPrefix)
}

/** Whether a call runs code: a contract's, or an EOA's delegate's. */
export async function hasCode(rpc: RpcTransport, address: Address): Promise<boolean> {
  return (await getCode(rpc, address)) !== ''
}

/**
 * Empty without code.
 * @throws AppError `UpstreamException` for a malformed response, and those of `rpcCall`.
 */
async function getCode(rpc: RpcTransport, address: Address): Promise<string> {
  const code = await rpcCall(rpc, { method: 'eth_getCode', params: [address, 'latest'] }, maxResponseBytes)
  if (typeof code !== 'string' || !code.startsWith('0x'))
    throw new AppError('UpstreamException', `${rpc.name} returned a malformed eth_getCode result.`)
  return code === '0x' ? '' : code
}
