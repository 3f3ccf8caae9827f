import { mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AnchorTarget } from '../../config/anchor-variables.ts'
import { errorCode, OperatorError } from '../../errors.ts'
import type { FileTarget, PublishedFile } from './target.ts'

/**
 * A folder that a web server of files serves, such as one that is mounted.
 *
 * @param below The folder of the domain, which is made.
 * @throws OperatorError where the folder of the target is not there: its disk may not be mounted.
 */
export async function folderTarget({ place: root, url }: AnchorTarget, below: string): Promise<FileTarget> {
  if (!(await stat(root).catch(() => undefined))?.isDirectory())
    throw new OperatorError(`There is no folder ${root}: create it, or mount the disk that it is on.`)
  const folder = join(root, below)
  const explained = async (action: () => Promise<void>) => {
    try {
      await action()
    } catch (error) {
      throw explain(error, folder)
    }
  }
  await explained(() => makeReadable(root, folder))
  return {
    place: folder,
    url: `${url}/${below}`,
    put: (file) => explained(() => put(folder, file)),
    delete: (names) =>
      explained(async () => {
        for (const name of names) await unlink(join(folder, name)).catch(unlessMissing)
      }),
    close: () => {},
  }
}

/** The web server may run as another user. */
async function makeReadable(root: string, folder: string): Promise<void> {
  if (dirname(folder) !== root && dirname(folder) !== folder) await makeReadable(root, dirname(folder))
  await mkdir(folder, { mode: 0o755 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
}

/** One that a run before has put is left. */
async function put(folder: string, { name, text, isImmutable }: PublishedFile): Promise<void> {
  const path = join(folder, name)
  const bytes = Buffer.from(text)
  const found = isImmutable ? await stat(path).catch(() => undefined) : undefined
  if (found?.isFile() && found.size === bytes.length) return
  const partial = join(folder, `.${name}.partial`)
  try {
    await using file = await open(partial, 'w', 0o644)
    await file.writeFile(bytes)
    await file.datasync()
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
}

function unlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error
}

function explain(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const code = errorCode(error)
  const reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'its disk is full' : code
  return new OperatorError(`The folder ${folder} cannot be written: ${reason}.`, { cause: error })
}
