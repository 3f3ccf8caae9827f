import { type Address, getAddress, type Hex, numberToHex, type PublicClient, parseEther } from 'viem'
import type { Addresses, ChainId } from './addresses.ts'
import type { Call } from './deploy-at-addresses.ts'
import { rpc, rpcBatch } from './rpc.ts'
import { type Receipt, sendTransactions } from './send-transactions.ts'

/** `v1`: one flat registry. `v2`: a tree of registries as well, which the Universal Resolver reads. */
export type Generation = 'v1' | 'v2'

/** A running chain with ENS on it. */
export interface Chain {
  readonly chainId: ChainId
  readonly generation: Generation
  readonly rpcUrl: string
  readonly addresses: Addresses
  /** Owns the root of ENS and deploys contracts. */
  readonly deployer: Address
  /** A client for reads. */
  readonly client: PublicClient
}

const oneEther = parseEther('1')

/**
 * Sends a call from any account, a contract included, and waits until it is mined; throws with the reason when it
 * reverts. The account needs no key, and gets one ether when it has less.
 */
export async function transact(chain: Pick<Chain, 'rpcUrl'>, from: Address, call: Call): Promise<void> {
  await send(chain, { from, ...call })
}

/** Deploys a contract from the deployer; returns its address. */
export async function deploy(chain: Chain, creation: Hex): Promise<Address> {
  const { contractAddress } = await send(chain, { from: chain.deployer, data: creation })
  if (!contractAddress) throw new Error('The deployment gave no address.')
  return getAddress(contractAddress)
}

async function send(
  { rpcUrl }: Pick<Chain, 'rpcUrl'>,
  transaction: { from: Address } & Partial<Call>,
): Promise<Receipt> {
  const { from } = transaction
  const [balance] = await rpcBatch(rpcUrl, [
    ['eth_getBalance', [from, 'latest']],
    ['anvil_impersonateAccount', [from]],
  ])
  if (BigInt(balance as Hex) < oneEther) await rpc(rpcUrl, 'anvil_setBalance', [from, numberToHex(oneEther)])
  try {
    const [receipt] = await sendTransactions(rpcUrl, [transaction])
    if (!receipt) throw new Error('A transaction has one receipt.')
    // A receipt has no reason; repeating the call returns it.
    if (receipt.status !== '0x1') await rpc(rpcUrl, 'eth_call', [transaction, 'latest'])
    return receipt
  } finally {
    await rpc(rpcUrl, 'anvil_stopImpersonatingAccount', [from])
  }
}
