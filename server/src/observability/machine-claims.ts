import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MachineClaims } from '../core/alerts/alerts.ts'

/** An attempt ends before. */
const attemptMs = 60_000

/** Processes notice the same within this time. */
const sameMs = 120_000

/** Files of the data folder: the processes of one machine have it in common when they have no database. */
export function createMachineClaims(dataDir: string): MachineClaims {
  const pathOf = (name: string) => join(dataDir, `.alert-${name}`)
  /** False if there is one. Whole at once: a process that reads it sees no part. */
  const create = async (name: string, state: ClaimState): Promise<boolean> => {
    const temporary = `${pathOf(name)}.${randomUUID()}`
    try {
      await writeFile(temporary, JSON.stringify(state))
      await link(temporary, pathOf(name))
      return true
    } finally {
      await rm(temporary, { force: true })
    }
  }
  const read = async (name: string): Promise<ClaimState | undefined> => {
    const [at, isSent] = JSON.parse(await readFile(pathOf(name), 'utf8'))
    return typeof at === 'number' ? [at, isSent === true] : undefined
  }
  return {
    take: async (name, since, now) => {
      const isTaken = () => create(name, [now, false]).catch(isOther)
      if (await isTaken()) return 'taken'
      const [at, isSent] = (await read(name).catch(() => undefined)) ?? [0, false]
      const isCurrent = at <= now + sameMs && (isSent ? at >= since - sameMs : at >= now - attemptMs)
      if (isCurrent) return isSent ? 'sent' : 'busy'
      await rm(pathOf(name), { force: true })
      return (await isTaken()) ? 'taken' : 'busy'
    },
    settle: async (name, isSent, now) => {
      await rm(pathOf(name), { force: true })
      if (isSent) await create(name, [now, true]).catch(isOther)
    },
    clear: (name) => rm(pathOf(name), { force: true }),
  }
}

/** The time of a claim in milliseconds since 1970, and whether what it is about was sent. */
type ClaimState = readonly [at: number, isSent: boolean]

/** Without a folder that can be written, each process does it. */
function isOther(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code === 'EEXIST')
}
