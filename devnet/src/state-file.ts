import { readFile, rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { rpc } from './rpc.ts'
import { watchBlocks } from './watch-blocks.ts'

/** Keeps a file equal to the state of a chain. */
export interface StateFile {
  /** Resolves when the current state, or a later one, is in the file. */
  save(): Promise<void>
  /** Saves once more and stops. */
  close(): Promise<void>
}

const gunzipAsync = promisify(gunzip)

/** Debounce, in milliseconds, before a block is saved. */
const debounceMs = 100

/**
 * Saves the state of the node at `nodeUrl` to `file` now and after each new block, by any sender. The file is replaced
 * atomically, so that it is always complete.
 */
export async function openStateFile(nodeUrl: string, file: string): Promise<StateFile> {
  let lastDump = Promise.resolve()
  let queuedDump: Promise<void> | undefined
  const save = () => {
    queuedDump ??= lastDump
      .catch(() => {})
      .then(() => {
        queuedDump = undefined
        lastDump = dump(nodeUrl, file)
        return lastDump
      })
    return queuedDump
  }
  const blocks = await watchBlocks(nodeUrl, debounceMs, () => {
    // A failure is not lost: the next save, at the latest that of close(), reports it.
    save().catch(() => {})
  })
  await save()
  const close = async () => {
    blocks.close()
    await save()
  }
  return { save, close }
}

async function dump(nodeUrl: string, file: string): Promise<void> {
  const packed = (await rpc(nodeUrl, 'anvil_dumpState')) as string
  const state = await gunzipAsync(Buffer.from(packed.slice(2), 'hex'))
  await writeFile(`${file}.new`, state, { flush: true, mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** By `startChain`. */
export function stateFilePath(stateDir: string, chainId: number): string {
  return `${stateDir}/chain-${chainId}.json`
}

/** The newest block in a state file. */
export async function savedBlock(file: string): Promise<number> {
  const { best_block_number: block } = JSON.parse(await readFile(file, 'utf8'))
  return Number(block)
}
