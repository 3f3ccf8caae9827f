import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { Hex } from 'viem'
import { startAnvil } from './anvil.ts'
import { rpc } from './rpc.ts'
import { openStateFile, type StateFile, stateFilePath } from './state-file.ts'

/**
 * Milliseconds between the empty blocks of a kept chain. Calls see the time of the last block, so on a chain that had
 * been idle for an hour contracts would consider every new response as one from the future. Less frequent than on the
 * real chains, because every block stays in the state file, with nearly two kilobytes.
 */
const emptyBlockIntervalMs = 300_000

export interface ChainOptions {
  readonly chainId: number
  /** 0 takes a free one. */
  readonly port: number
  /** Folder in which the chain is kept over restarts; absent: it is not kept. */
  readonly stateDir: string | undefined
  /** Deploys the contracts of a new chain, or rejects an unsuitable restored one. */
  readonly prepare: (rpcUrl: string, isRestored: boolean) => Promise<void>
}

/** A chain that can be changed and stopped. */
export interface RunningChain {
  readonly rpcUrl: string
  /** Whether the chain continues from its state file. */
  readonly isRestored: boolean
  /** Makes one change after the other, and resolves when the change is in the state file, if there is one. */
  runExclusive<T>(verb: () => Promise<T>): Promise<T>
  /** Saves the chain, if it is kept, and stops it. Further calls do nothing. */
  stop(): Promise<void>
}

/**
 * Starts a chain, from its state file if there is one. Mines a block for each transaction by default
 * (`evm_setAutomine`). Rejects, with nothing left running, when the port is taken or `prepare` rejects.
 */
export async function startChain(options: ChainOptions): Promise<RunningChain> {
  const { chainId, port, stateDir, prepare } = options
  if (stateDir) await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const stateFile = stateDir && stateFilePath(stateDir, chainId)
  const isRestored = stateFile !== undefined && existsSync(stateFile)
  const anvil = await startAnvil({ chainId, port, ...(isRestored && { state: stateFile }) })
  const { rpcUrl, nodeUrl } = anvil
  try {
    await prepare(rpcUrl, isRestored)
    if (isRestored) await syncClock(rpcUrl)
    const state = stateFile === undefined ? undefined : await persistState(nodeUrl, stateFile)
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
 * A loaded chain follows the wall clock; one that was ahead of it has to stay ahead. A first block sets its time to
 * now.
 */
async function syncClock(rpcUrl: string): Promise<void> {
  const block = (await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  const ahead = Number(block.timestamp) - Math.floor(Date.now() / 1000)
  if (ahead > 0) await rpc(rpcUrl, 'evm_increaseTime', [ahead])
  await rpc(rpcUrl, 'evm_mine')
}

/** Saves the chain to the file, and keeps its clock near ours. */
async function persistState(nodeUrl: string, stateFile: string): Promise<StateFile> {
  const state = await openStateFile(nodeUrl, stateFile)
  // Not by anvil's own interval: a chain that has one cannot stop mining each transaction.
  const timer = setInterval(() => rpc(nodeUrl, 'evm_mine').catch(() => {}), emptyBlockIntervalMs).unref()
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
