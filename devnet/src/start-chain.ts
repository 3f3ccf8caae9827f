import { existsSync } from 'node:fs'
import { getBlock, getCode } from 'viem/actions'
import type { ChainId } from './addresses.ts'
import { startAnvil } from './anvil.ts'
import type { Chain, Generation } from './chain.ts'
import { connectChain } from './connect-chain.ts'
import { deployEns } from './deploy-ens.ts'
import { rpc } from './rpc.ts'
import { openStateFile } from './state-file.ts'

/**
 * Seconds between the blocks of a kept chain on which nothing happens. Calls see the time of the last block, so on a chain
 * that had been idle for an hour contracts would take every fresh answer for one from the future. Not as often as on the
 * real chains, because every block stays in the state file, with nearly two kilobytes.
 */
const blockTime = 300

export interface ChainOptions {
  readonly chainId: ChainId
  /** 0 takes a free one. */
  readonly port: number
  readonly generation: Generation
  /** Absent: the chain is not kept. */
  readonly stateFile: string | undefined
}

/** A chain that can be changed and stopped. */
export interface RunningChain {
  readonly chain: Chain
  /** Whether the chain goes on from its state file. */
  readonly isRestored: boolean
  /** Makes one change after the other, and resolves when the change is in the state file, where there is one. */
  change<T>(verb: (chain: Chain) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a chain with ENS on it, or the one in the state file if there is that file. Rejects when the port is taken or
 * the state is of another generation.
 */
export async function startChain({
  chainId,
  port,
  generation,
  stateFile,
}: ChainOptions): Promise<RunningChain> {
  const isRestored = stateFile !== undefined && existsSync(stateFile)
  const anvil = await startAnvil({
    chainId,
    port,
    ...(stateFile !== undefined && { blockTime }),
    ...(isRestored && { state: stateFile }),
  })
  try {
    const chain = connectChain(chainId, anvil.rpcUrl, generation)
    await (isRestored ? resume(chain) : deployEns(chain))
    const state = stateFile === undefined ? undefined : await openStateFile(anvil.rpcUrl, stateFile)
    const stop = async () => {
      try {
        await state?.close()
      } finally {
        await anvil.stop()
      }
    }
    return { chain, isRestored, change: inTurn(chain, async () => state?.save()), stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/**
 * A loaded chain follows the wall clock; one that had travelled ahead of it has to be told to stay ahead. A first block
 * brings its time up to now.
 */
async function resume({ chainId, rpcUrl, generation, client, addresses }: Chain): Promise<void> {
  const v2 = await getCode(client, { address: addresses.v2Root })
  const found = v2 ? 'v2' : 'v1'
  if (found !== generation)
    throw new Error(`The state of chain ${chainId} is of ENS ${found}, not ${generation}.`)
  const ahead = Number((await getBlock(client)).timestamp) - Math.floor(Date.now() / 1000)
  if (ahead > 0) await rpc(rpcUrl, 'evm_increaseTime', [ahead])
  await rpc(rpcUrl, 'evm_mine')
}

function inTurn(chain: Chain, afterwards: () => Promise<void>): RunningChain['change'] {
  let last: Promise<unknown> = Promise.resolve()
  return (verb) => {
    const result = last
      .then(() => verb(chain))
      .then(async (value) => {
        await afterwards()
        return value
      })
    last = result.catch(() => {})
    return result
  }
}
