import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, type Hex, toFunctionSelector } from 'viem'
import { hostileContractAbi } from './artifacts/HostileContract.ts'
import { deploy, localWallet } from './deployer.ts'

/** In the order of the contract's enumeration. */
const kinds = ['return', 'revert', 'returnZeros', 'revertZeros', 'burnGas', 'alternate'] as const

export interface HostileResponse {
  readonly kind: (typeof kinds)[number]
  readonly data?: Hex
  /** Of zeros, in bytes. */
  readonly length?: number
}

export interface HostileContract {
  readonly address: Address
  /** From the next block on, which this mines. */
  readonly answer: (signature: string, answer: HostileResponse) => Promise<void>
}

/** Deploys a contract of an attacker: a token or a wallet that answers each function as the test says. */
export async function deployHostileContract(rpcUrl: string): Promise<HostileContract> {
  const address = await deploy(rpcUrl, 'HostileContract')
  const wallet = localWallet(rpcUrl)
  return {
    address,
    answer: async (signature, { kind, data = '0x', length = 0 }) => {
      const hash = await wallet.writeContract({
        address,
        abi: hostileContractAbi,
        functionName: 'setAnswer',
        args: [toFunctionSelector(signature), kinds.indexOf(kind), data, BigInt(length)],
        chain: null,
      })
      await minedReceipt(wallet, hash)
    },
  }
}
