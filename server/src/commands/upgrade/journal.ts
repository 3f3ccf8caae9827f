import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, OperatorError } from '../../errors.ts'
import type { ServedName } from '../../store/entities/oldest-names.ts'
import type { Installation } from './installation.ts'
import type { Answer } from './lookups.ts'

interface Release {
  readonly version: string
  /** Of the link, relative to `/opt/byname`. */
  readonly target: string
  readonly lastMigration: string
}

/** What an upgrade has done, so that the next run continues it after a kill. */
export interface Journal {
  /** `switching`: the link or a process may be of either release. */
  readonly state: 'switching' | 'done' | 'returned'
  readonly from: Release
  readonly to: Release & { readonly servesSince?: string | undefined }
  readonly backup: string
  readonly names: readonly ServedName[]
  readonly answers: readonly (Answer | null)[]
}

const path = 'opt/byname/upgrade.json'

export async function readJournal({ pathOf }: Installation): Promise<Journal | undefined> {
  try {
    // Safe: only this program writes it, whole.
    return JSON.parse(await readFile(pathOf(path), 'utf8')) as Journal
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** On the disk once it resolves. */
export async function writeJournal({ pathOf }: Installation, journal: Journal): Promise<void> {
  const part = pathOf(`${path}.part`)
  const file = await open(part, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(journal, null, 2)}\n`)
  await file.sync()
  await file.close()
  await rename(part, pathOf(path))
}

/** Gone with a restart of the machine, as the process that it names. */
const lockPath = 'run/byname-upgrade.lock'

/** @throws OperatorError while another process upgrades. The lock of a process that was killed is taken over. */
export async function withLock<Result>(
  { pathOf }: Installation,
  use: () => Promise<Result>,
): Promise<Result> {
  const lock = pathOf(lockPath)
  await mkdir(dirname(lock), { recursive: true })
  const take = async () => {
    const file = await open(lock, 'wx', 0o600)
    await file.writeFile(String(process.pid))
    await file.close()
  }
  await take().catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
    const pid = Number(await readFile(lock, 'utf8'))
    if (isRunning(pid)) throw new OperatorError(`Another upgrade runs, as process ${pid}. Wait for its end.`)
    await rm(lock)
    await take()
  })
  return await use().finally(() => rm(lock, { force: true }))
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
