import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Hex } from 'viem'
import { startAnvil } from './anvil.ts'
import { rpc } from './rpc.ts'
import { openStateFile, type StateFile } from './state-file.ts'

/**
 * Milliseconds between the blocks of a kept chain on which nothing happens. Calls see the time of the last block, so on a
 * chain that had been idle for an hour contracts would take every fresh answer for one from the future. Not as often as on
 * the real chains, because every block stays in the state file, with nearly two kilobytes.
 */
const emptyBlockIntervalMs = 300_000

export interface ChainOptions {
  readonly chainId: number
  /** 0 takes a free one. */
  readonly port: number
  /** Folder in which the chain is kept over restarts; absent: it is forgotten. */
  readonly stateDir: string | undefined
  /** Puts onto a new chain what belongs there, or rejects a restored one that is not as it should be. */
  readonly prepare: (rpcUrl: string, isRestored: boolean) => Promise<void>
}

/** A chain that can be changed and stopped. */
export interface RunningChain {
  readonly rpcUrl: string
  /** Whether the chain goes on from its state file. */
  readonly isRestored: boolean
  /** Makes one change after the other, and resolves when the change is in the state file, where there is one. */
  runExclusive<T>(verb: () => Promise<T>): Promise<T>
  /** Saves the chain, where it is kept, and ends it. Further calls do nothing. */
  stop(): Promise<void>
}

/**
 * Starts a chain, going on from its state file if there is one. Mines a block for each transaction until told otherwise
 * (`evm_setAutomine`). Rejects, with nothing left running, when the port is taken or `prepare` rejects.
 */
export async function startChain(options: ChainOptions): Promise<RunningChain> {
  const { chainId, port, stateDir, prepare } = options
  if (stateDir) await mkdir(stateDir, { recursive: true })
  const stateFile = stateDir && `${stateDir}/chain-${chainId}.json`
  const isRestored = stateFile !== undefined && existsSync(stateFile)
  const anvil = await startAnvil({ chainId, port, ...(isRestored && { state: stateFile }) })
  const { rpcUrl } = anvil
  try {
    await prepare(rpcUrl, isRestored)
    if (isRestored) await syncClock(rpcUrl)
    const state = stateFile === undefined ? undefined : await persistState(rpcUrl, stateFile)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= (state?.close() ?? Promise.resolve()).finally(anvil.stop)
      return stopped
    }
    return { rpcUrl, isRestored, runExclusive: serialize(async () => state?.save()), stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/**
 * A loaded chain follows the wall clock; one that had travelled ahead of it has to be told to stay ahead. A first block
 * brings its time up to now.
 */
async function syncClock(rpcUrl: string): Promise<void> {
  const block = (await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  const ahead = Number(block.timestamp) - Math.floor(Date.now() / 1000)
  if (ahead > 0) await rpc(rpcUrl, 'evm_increaseTime', [ahead])
  await rpc(rpcUrl, 'evm_mine')
}

/** Keeps the chain in the file, and its clock near ours. */
async function persistState(rpcUrl: string, stateFile: string): Promise<StateFile> {
  const state = await openStateFile(rpcUrl, stateFile)
  // Not by anvil's own interval: a chain that has one cannot be told to stop mining each transaction.
  const timer = setInterval(() => rpc(rpcUrl, 'evm_mine').catch(() => {}), emptyBlockIntervalMs).unref()
  const close = async () => {
    clearInterval(timer)
    await state.close()
  }
  return { save: state.save, close }
}

function serialize(afterEach: () => Promise<void>): RunningChain['runExclusive'] {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task).then(async (value) => {
      await afterEach()
      return value
    })
    last = result.catch(() => {})
    return result
  }
}
