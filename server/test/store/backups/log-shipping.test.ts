import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createIdentity } from '../../../src/backups/encryption.ts'
import { assembleLog } from '../../../src/backups/log/assemble.ts'
import { listLogObjects, logObjectName, parseLogObjectName } from '../../../src/backups/log/names.ts'
import { encodeLogObject } from '../../../src/backups/log/object.ts'
import { withNewestState } from '../../../src/backups/log/restore-log.ts'
import { shipLog } from '../../../src/backups/log/ship-log.ts'
import { readLogStatus } from '../../../src/backups/log/status.ts'
import { openTarget } from '../../../src/backups/open-target.ts'
import type { BackupTarget } from '../../../src/backups/target.ts'
import { createFolder, temporaryFolder } from '../../support/folders.ts'
import { startBackupBucket } from '../../support/media/bucket.ts'
import { startBucketProxy } from '../../support/media/bucket-proxy.ts'
import { waitUntil } from '../../support/wait-until.ts'

const noAccess = {
  region: 'us-east-1',
  endpoint: undefined,
  accessKeyId: undefined,
  secretAccessKey: undefined,
}

let key: Awaited<ReturnType<typeof createIdentity>>
beforeAll(async () => {
  key = await createIdentity()
})

interface Place {
  readonly dataDir: string
  readonly targetPath: string
  readonly access?: Parameters<typeof openTarget>[1]
}

async function createPlace(): Promise<Place> {
  return { dataDir: await temporaryFolder(), targetPath: await temporaryFolder() }
}

/** A database in which each commit makes `number` one larger. */
function openDatabase({ dataDir }: Place) {
  const database = new DatabaseSync(join(dataDir, 'byname.db'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = off; create table if not exists pieces (key integer primary key, text text); ' +
      'create table if not exists state (number integer); insert into state select 0 where not exists (select 1 from state)',
  )
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  const add = database.prepare('insert or replace into pieces values (?, ?)')
  return {
    database,
    /** Of about so many kilobytes. */
    commit: (number: number, kilobytes = 1) => {
      database.exec('begin immediate')
      for (let index = 0; index < kilobytes; index++)
        add.run(number * 7 + index, randomBytes(500).toString('hex'))
      database.exec(`update state set number = ${number}; commit`)
    },
  }
}

function numberIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare('select number from state').get()
  database.close()
  return Number(row?.['number'])
}

function startShipping(
  { dataDir, targetPath, access = noAccess }: Place,
  options: { retentionDays?: number; recipient?: string } = {},
) {
  const stopping = new AbortController()
  const problems: string[] = []
  const stored: ('base' | 'segment')[] = []
  const ended = shipLog(
    {
      databasePath: join(dataDir, 'byname.db'),
      dataDir,
      targetPath,
      access,
      recipient: options.recipient ?? key.recipient,
      retentionDays: options.retentionDays ?? 30,
      version: '0.1.0',
      clock: Date.now,
      intervalMs: 15,
      mayShip: async () => true,
      onProblem: (problem) => problems.push(problem),
      onStored: (kind) => stored.push(kind),
    },
    stopping.signal,
  )
  const stop = async () => {
    stopping.abort()
    await ended
  }
  onTestFinished(stop)
  return { problems, stored, stop }
}

/** The number in the state that can be restored now; undefined without one. */
async function restoredNumber({ targetPath, access = noAccess }: Place, until?: number) {
  const target = await openTarget(targetPath, access)
  const identities = [key.identity]
  const found = await withNewestState(
    target,
    await listLogObjects(target),
    { identities, until },
    async ({ state, problems }) => ({ number: state && numberIn(state.file), problems }),
  )
  target.close()
  return found
}

async function waitUntilShipped(place: Place, number: number): Promise<void> {
  await waitUntil(
    `state ${number} is in the target`,
    async () => (await restoredNumber(place)).number === number,
  )
}

async function objectsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => parseLogObjectName(name)).sort()
}

/** A log of a base and segments, each of one state more, whose numbers are those of the segments. */
async function storeLog(segments: number): Promise<Place> {
  const place = await createPlace()
  const { commit } = openDatabase(place)
  commit(1, 40)
  const { stored, stop } = startShipping(place)
  for (let number = 1; number <= segments; number++) {
    if (number > 1) commit(number, 3)
    await waitUntil('it is stored', () => stored.filter((kind) => kind === 'segment').length === number)
  }
  await stop()
  return place
}

describe('A log that is shipped', () => {
  it('rule: is restored as of its last state, also after much was deleted, and after a merge', async () => {
    const place = await createPlace()
    const { database, commit } = openDatabase(place)
    commit(1, 200)
    const { stored, problems } = startShipping(place)
    await waitUntilShipped(place, 1)
    commit(2, 3000)
    await waitUntilShipped(place, 2)
    database.exec('delete from pieces; update state set number = 3; vacuum')
    await waitUntilShipped(place, 3)
    for (let number = 4; stored.length < 300; number++) {
      const before = stored.length
      commit(number)
      await waitUntil('it is stored', () => stored.length > before)
    }
    const names = (await objectsIn(place.targetPath)).flatMap((name) => parseLogObjectName(name) ?? [])
    expect(names.some(({ from, to }) => to - from > 200)).toBe(true)
    await waitUntil('merged ones are deleted', async () => (await objectsIn(place.targetPath)).length < 100)
    commit(1000)
    await waitUntilShipped(place, 1000)
    expect(problems).toEqual([])
  })

  it('rule: goes on after a clean stop with what has changed meanwhile, and begins anew after a kill', async () => {
    const place = await createPlace()
    const { database, commit } = openDatabase(place)
    commit(1, 2000)
    const first = startShipping(place)
    await waitUntilShipped(place, 1)
    commit(2)
    await first.stop()
    expect((await restoredNumber(place)).number).toBe(2)
    expect(first.stored.filter((kind) => kind === 'base')).toHaveLength(1)
    commit(3)
    database.exec('pragma wal_checkpoint(truncate)')
    commit(4)
    const second = startShipping(place)
    await waitUntilShipped(place, 4)
    expect(second.stored).not.toContain('base')
    await second.stop()
    // What a stop keeps, a kill does not.
    await rm(join(place.dataDir, 'log-shipping', 'state'))
    commit(5)
    const third = startShipping(place)
    await waitUntilShipped(place, 5)
    expect(third.stored[0]).toBe('base')
  })

  it('rule: begins anew for another recipient', async () => {
    const place = await storeLog(1)
    const { recipient } = await createIdentity()
    const { stored } = startShipping(place, { recipient })
    await waitUntil('it is stored', () => stored.length > 1)
    expect(stored[0]).toBe('base')
  })

  it('rule: one process ships, and another goes on when it ends', async () => {
    const place = await createPlace()
    const { commit } = openDatabase(place)
    commit(1)
    const one = startShipping(place)
    await waitUntilShipped(place, 1)
    const other = startShipping(place)
    commit(2)
    await waitUntilShipped(place, 2)
    expect(other.stored).toEqual([])
    await one.stop()
    commit(3)
    await waitUntilShipped(place, 3)
    expect(other.stored).toEqual(['segment'])
  })

  it('rule: a bucket that fails is tried again, and then has all that was written meanwhile', async () => {
    const directory = await createFolder('bucket')
    const bucket = await startBackupBucket(directory)
    const proxy = await startBucketProxy(bucket.url)
    onTestFinished(async () => {
      await proxy.close()
      await bucket.stop()
      await rm(directory, { recursive: true })
    })
    const access = {
      region: 'us-east-1',
      endpoint: proxy.url,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }
    const place = { dataDir: await temporaryFolder(), targetPath: 's3://backups/names', access }
    const { commit } = openDatabase(place)
    commit(1, 100)
    const { problems } = startShipping(place)
    await waitUntilShipped(place, 1)
    proxy.faults.set('PUT', 403)
    for (let number = 2; number < 50; number++) commit(number, 100)
    await waitUntil('it is reported', () => problems.length > 0)
    expect(problems[0]).toContain('rejected a request')
    await waitUntil(
      'the others know',
      () => readLogStatus(place.dataDir, place.targetPath)?.problem !== undefined,
    )
    expect((await restoredNumber(place)).number).toBe(1)
    proxy.faults.clear()
    await waitUntilShipped(place, 49)
  })

  it('rule: a target that is not there yet is tried again', async () => {
    const folder = await temporaryFolder()
    const place = { dataDir: await temporaryFolder(), targetPath: join(folder, 'mounted') }
    const { commit } = openDatabase(place)
    commit(1)
    const { problems } = startShipping(place)
    await waitUntil('it is reported', () => problems.length > 0)
    expect(problems[0]).toContain('There is no folder')
    await mkdir(place.targetPath)
    await waitUntilShipped(place, 1)
  })

  it('rule: generations that are older than the retention are deleted, and not the one of now', async () => {
    const place = await storeLog(2)
    const old = await objectsIn(place.targetPath)
    const longAgo = new Date(Date.now() - 40 * 86_400_000)
    for (const name of old) await utimes(join(place.targetPath, name), longAgo, longAgo)
    await rm(join(place.dataDir, 'log-shipping', 'state'))
    // The name of a generation has its time in seconds.
    await renameGeneration(place.targetPath, old)
    startShipping(place, { retentionDays: 30 })
    await waitUntil('the old one is deleted', async () => {
      const names = await objectsIn(place.targetPath)
      return names.length >= 2 && names.every((name) => !name.includes('-20200101T'))
    })
    expect((await restoredNumber(place)).number).toBe(2)
  })
})

async function renameGeneration(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await rename(join(folder, name), join(folder, name.replace(/-\d{8}T\d{9}Z-/, '-20200101T000000000Z-')))
}

describe('A log that was changed in its target', () => {
  /** Of a log of five states, what is restored after a change: a state of before, and why no later one. */
  async function restoreAfter(change: (folder: string, names: readonly string[]) => Promise<void>) {
    const place = await storeLog(5)
    const names = await objectsIn(place.targetPath)
    expect(names).toHaveLength(6)
    await change(place.targetPath, names)
    return restoredNumber(place)
  }

  async function flip(file: string): Promise<void> {
    const bytes = await readFile(file)
    const index = Math.floor(bytes.length / 2)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    await writeFile(file, bytes)
  }

  const at = (folder: string, names: readonly string[], index: number) => join(folder, names[index] ?? '')

  it.each([1, 3, 5])('rule: it ends before segment %i, of which one bit was changed', async (index) => {
    const { number, problems } = await restoreAfter((folder, names) => flip(at(folder, names, index)))
    expect(number).toBe(index === 1 ? undefined : index - 1)
    expect(problems.join()).toMatch(/altered or cut/)
  })

  it('rule: without its base, or with one that was changed, nothing is restored', async () => {
    for (const change of [flip, (file: string) => rm(file)]) {
      const { number, problems } = await restoreAfter((folder, names) => change(at(folder, names, 0)))
      expect(number).toBeUndefined()
      expect(problems).toHaveLength(1)
    }
  })

  it('rule: it ends before a segment that is cut or missing', async () => {
    const cut = await restoreAfter(async (folder, names) => {
      const file = at(folder, names, 3)
      await writeFile(file, (await readFile(file)).subarray(0, -1))
    })
    expect(cut.number).toBe(2)
    const missing = await restoreAfter((folder, names) => rm(at(folder, names, 3)))
    expect(missing).toEqual({ number: 2, problems: ['Segment 3 is missing, of 5.'] })
  })

  it('rule: it ends before segments that were swapped, or are of another log', async () => {
    const swapped = await restoreAfter(async (folder, names) => {
      const [two, three] = [at(folder, names, 2), at(folder, names, 3)]
      const bytes = await readFile(two)
      await rename(three, two)
      await writeFile(three, bytes)
    })
    expect(swapped.number).toBe(1)
    expect(swapped.problems.join()).toContain('It is another object than its name says')
    const other = await storeLog(3)
    const [, , foreign = ''] = await objectsIn(other.targetPath)
    const mixed = await restoreAfter(async (folder, names) =>
      writeFile(at(folder, names, 2), await readFile(join(other.targetPath, foreign))),
    )
    expect(mixed.number).toBe(1)
  })

  it('rule: a segment that was made with the recipient alone does not continue it', async () => {
    const forged = await restoreAfter(async (folder, names) => {
      const name = parseLogObjectName(names[5] ?? '')
      if (!name) throw new Error('It has no name of a segment.')
      const next = { ...name, from: 6, to: 6 }
      const id = randomBytes(16).toString('hex')
      const header = {
        ...next,
        version: '0.1.0',
        after: id,
        makes: id,
        pageSize: 4096,
        size: 9,
        pages: 0,
        at: new Date().toISOString(),
      }
      const bytes = await encodeLogObject(header, none(), key.recipient)
      const target: BackupTarget = await openTarget(folder, noAccess)
      await target.put(logObjectName(next), bytes)
    })
    expect(forged.number).toBe(5)
    expect(forged.problems.join()).toContain('It does not follow state 5 of its log')
  })

  it('rule: another identity restores nothing', async () => {
    const { targetPath } = await storeLog(1)
    const target = await openTarget(targetPath, noAccess)
    const [[, objects = []] = []] = await listLogObjects(target)
    const { identity } = await createIdentity()
    const file = join(await temporaryFolder(), 'byname.db')
    await expect(assembleLog(target, objects, { identities: [identity], file })).rejects.toThrow(
      'encrypted to another identity',
    )
  })

  async function* none() {}
})
