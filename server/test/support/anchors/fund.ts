import { minedReceipt } from '@byname/devnet/mined-receipt'
import { type Address, parseEther } from 'viem'
import { localWallet } from '../chain/deployer.ts'

/** Gives an account one ether. */
export async function fundAccount(rpcUrl: string, to: Address): Promise<void> {
  const wallet = localWallet(rpcUrl)
  await minedReceipt(wallet, await wallet.sendTransaction({ to, value: parseEther('1'), chain: null }))
}
