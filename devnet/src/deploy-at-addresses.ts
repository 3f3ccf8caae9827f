import { type Address, type Hex, numberToHex } from 'viem'
import { type RpcCall, rpc, rpcBatch } from './rpc.ts'
import { sendTransactions } from './send-transactions.ts'

/** A contract and its address. */
export interface ContractAtAddress {
  readonly address: Address
  /** Creation bytecode with the constructor's arguments. */
  readonly creation: Hex
}

/** A call of a contract. */
export interface Call {
  readonly to: Address
  readonly data: Hex
}

/**
 * Deploys contracts at given addresses. Each constructor runs once at that address, as if it were the code there, so
 * storage and immutable values are those of a real deployment by `deployer`. A constructor must not call another
 * contract of the same list.
 */
export async function deployAtAddresses(
  rpcUrl: string,
  deployer: Address,
  contracts: readonly ContractAtAddress[],
): Promise<void> {
  const constructorCalls = contracts.map(({ address }): Call => ({ to: address, data: '0x' }))
  await setCodes(
    rpcUrl,
    contracts.map(({ address, creation }) => [address, creation]),
  )
  const codes = await rpcBatch(
    rpcUrl,
    constructorCalls.map((call) => ['eth_call', [{ from: deployer, ...call }, 'latest']]),
  )
  await transactAll(rpcUrl, deployer, constructorCalls)
  await setCodes(
    rpcUrl,
    contracts.map(({ address }, index) => [address, codes[index]]),
  )
}

/** Sends calls from an unlocked account, all in one request, mined in this order. Throws when one reverts. */
export async function transactAll(rpcUrl: string, from: Address, calls: readonly Call[]): Promise<void> {
  const firstNonce = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [from, 'latest']))
  const gas = numberToHex(1_000_000)
  const receipts = await sendTransactions(
    rpcUrl,
    calls.map((call, index) => ({ from, ...call, gas, nonce: numberToHex(firstNonce + index) })),
  )
  const failed = receipts.findIndex(({ status }) => status !== '0x1')
  if (failed >= 0) throw new Error(`Call ${failed}, of ${calls[failed]?.to}, reverted.`)
}

async function setCodes(rpcUrl: string, codes: readonly (readonly unknown[])[]): Promise<void> {
  await rpcBatch(
    rpcUrl,
    codes.map((parameters): RpcCall => ['anvil_setCode', parameters]),
  )
}
