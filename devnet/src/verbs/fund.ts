import { type Address, numberToHex } from 'viem'
import type { Chain } from '../chain.ts'
import { rpc } from '../rpc.ts'

const tenEther = 10n ** 19n

/** Sets the balance of an account to ten ether. */
export async function fund({ rpcUrl }: Chain, account: Address): Promise<void> {
  await rpc(rpcUrl, 'anvil_setBalance', [account, numberToHex(tenEther)])
}
