import { type Address, createPublicClient, encodeFunctionData, http, numberToHex } from 'viem'
import { readContract } from 'viem/actions'
import { devnetUsdCoinAbi, devnetUsdCoinBytecode } from '../artifacts/DevnetUsdCoin.ts'
import { type DevnetAccount, deployerAddress, deriveAccounts } from './accounts.ts'
import { transact } from './chain.ts'
import { type Call, deployAtAddresses, transactAll } from './deploy-at-addresses.ts'
import { multicall } from './multicall.ts'
import { rpc } from './rpc.ts'
import { startChain } from './start-chain.ts'

const chainId = 8453

/** The address of USDC on Base: the default token of clients. */
const token: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

export interface BaseOptions {
  /** Absent or 0: a free one. */
  readonly port?: number
  /** Folder in which the chain is kept over restarts; absent: it is not kept. */
  readonly stateDir?: string
  /** Balances of a new chain, in base units of the token; absent: none. */
  readonly balances?: ReadonlyMap<Address, bigint>
}

/** A local Base with USDC on it, both worthless. */
export interface Base {
  readonly chainId: typeof chainId
  readonly rpcUrl: string
  /** A stand-in with the interface and the EIP-712 domain of USDC: "USD Coin", version "2", six decimals. */
  readonly token: Address
  /** Ten accounts with 10,000 ether; the last one sends the transactions of `mint`. */
  readonly accounts: readonly DevnetAccount[]
  /** Whether the chain continues from an earlier start. */
  readonly isRestored: boolean
  /** Mints tokens for an account, in base units. Waits for the block, so it needs a chain that mines. */
  mint(account: Address, amount: bigint): Promise<void>
  /** Sets the next nonce of an account, as if it had sent that many transactions. */
  setNonce(account: Address, nonce: number): Promise<void>
  /** The token balance of an account, in base units, at the newest block. */
  balanceOf(account: Address): Promise<bigint>
  /** Saves the chain, if it is kept, and stops it. Further calls do nothing. */
  stop(): Promise<void>
}

/** Starts the local Base, or the one kept in the folder. Rejects, with nothing left running, when the port is taken. */
export async function startBase({ port = 0, stateDir, balances }: BaseOptions = {}): Promise<Base> {
  const starting = startChain({
    chainId,
    port,
    stateDir,
    prepare: async (rpcUrl, isRestored) => {
      if (!isRestored) await deployToken(rpcUrl, [...(balances ?? [])])
    },
  })
  const accounts = deriveAccounts()
  const running = await starting
  const { rpcUrl, isRestored, runExclusive, stop } = running
  const client = createPublicClient({ transport: http(rpcUrl) })
  return {
    chainId,
    rpcUrl,
    token,
    accounts,
    isRestored,
    mint: (account, amount) =>
      runExclusive(() => transact(running, deployerAddress, mintCall(account, amount))),
    setNonce: (account, nonce) =>
      runExclusive(async () => {
        await rpc(rpcUrl, 'anvil_setNonce', [account, numberToHex(nonce)])
      }),
    balanceOf: (account) =>
      readContract(client, {
        address: token,
        abi: devnetUsdCoinAbi,
        functionName: 'balanceOf',
        args: [account],
      }),
    stop,
  }
}

async function deployToken(rpcUrl: string, balances: readonly (readonly [Address, bigint])[]): Promise<void> {
  await deployAtAddresses(rpcUrl, deployerAddress, [
    multicall,
    { address: token, creation: devnetUsdCoinBytecode },
  ])
  const calls = balances.map(([account, amount]) => mintCall(account, amount))
  await transactAll(rpcUrl, deployerAddress, calls)
}

function mintCall(account: Address, amount: bigint): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi: devnetUsdCoinAbi, functionName: 'mint', args: [account, amount] }),
  }
}
