import type { Chain } from '../chain.ts'
import { rpc } from '../rpc.ts'

/** Moves the clock of a chain ahead by `seconds`, permanently, and mines a block at the new time. */
export async function increaseTime({ rpcUrl }: Chain, seconds: number): Promise<void> {
  await rpc(rpcUrl, 'evm_increaseTime', [seconds])
  await rpc(rpcUrl, 'evm_mine')
}
