import { rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { rpc } from './rpc.ts'
import { watchBlocks } from './watch-blocks.ts'

/** Keeps a file equal to the state of a chain. */
export interface StateFile {
  /** Resolves when the state as it is now, or a later one, is in the file. */
  save(): Promise<void>
  /** Saves once more and ends. */
  close(): Promise<void>
}

const gunzipAsync = promisify(gunzip)

/** Milliseconds to wait for further blocks before a block is saved. */
const debounceMs = 100

/**
 * Saves the state of the chain at `rpcUrl` to `file` now and after each new block, whoever made it. The file is replaced
 * as a whole, so that it is complete at any moment.
 */
export async function openStateFile(rpcUrl: string, file: string): Promise<StateFile> {
  let lastDump = Promise.resolve()
  let queuedDump: Promise<void> | undefined
  const save = () => {
    queuedDump ??= lastDump
      .catch(() => {})
      .then(() => {
        queuedDump = undefined
        lastDump = dump(rpcUrl, file)
        return lastDump
      })
    return queuedDump
  }
  const blocks = await watchBlocks(rpcUrl, debounceMs, () => {
    // A failure is not lost: whoever saves next, at the latest close(), meets it again.
    save().catch(() => {})
  })
  await save()
  const close = async () => {
    blocks.close()
    await save()
  }
  return { save, close }
}

async function dump(rpcUrl: string, file: string): Promise<void> {
  const packed = (await rpc(rpcUrl, 'anvil_dumpState')) as string
  const state = await gunzipAsync(Buffer.from(packed.slice(2), 'hex'))
  await writeFile(`${file}.new`, state, { flush: true })
  await rename(`${file}.new`, file)
}
