import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PageLog } from '../../../src/store/sqlite/log/page-log.ts'
import { PageSet } from '../../../src/store/sqlite/log/page-set.ts'
import { temporaryFolder } from '../../support/folders.ts'

const child = fileURLToPath(new URL('./page-log-child.ts', import.meta.url))

async function startWriter(path: string, seed: number): Promise<ChildProcess> {
  const writer = spawn(process.execPath, [child, path, `${seed}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void writer.kill('SIGKILL'))
  if (writer.stdout) await once(writer.stdout, 'data')
  return writer
}

async function createDatabase(): Promise<string> {
  const path = join(await temporaryFolder(), 'written.db')
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; create table pieces (key integer primary key, text text); ' +
      'create table state (commits integer, sum integer); insert into state values (0, 0)',
  )
  database.close()
  return path
}

/** A copy that is made of the file once, and of changed pages from then on. */
async function startCopy(path: string) {
  let changed = new PageSet()
  const log = new PageLog(path, (page) => changed.add(page))
  onTestFinished(() => log.close())
  await log.follow()
  changed.addAll(log.loggedPages())
  const copyPath = `${path}.copy`
  const copy = await open(copyPath, 'w+')
  onTestFinished(() => copy.close())
  for (let page = 1; page <= log.fileSize(); page++)
    await copy.write(await log.readFile(page, 1), 0, log.pageSize, (page - 1) * log.pageSize)
  const update = () =>
    log.withState(async ({ size, read }) => {
      const pages = changed.upTo(size)
      changed = new PageSet()
      await copy.truncate(size * log.pageSize)
      for await (const { number, bytes } of read(pages))
        await copy.write(bytes, 0, bytes.length, (number - 1) * log.pageSize)
      await withoutLog(copy)
      // Its first page differs from that of the database now.
      changed.add(1)
    })
  return { log, copyPath, update }
}

/** In its header, so that it is opened without one. */
async function withoutLog(copy: FileHandle): Promise<void> {
  await copy.write(Buffer.from([1, 1]), 0, 2, 18)
}

/** Expects that it is a state the database had, and returns its number of commits. */
function commitsOf(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const { integrity_check: integrity } = database.prepare('pragma integrity_check').get() ?? {}
  const row = database
    .prepare(
      'select commits, sum, (select coalesce(sum(length(text) + key), 0) from pieces) as found from state',
    )
    .get()
  database.close()
  expect(integrity).toBe('ok')
  expect(row?.['found']).toBe(row?.['sum'])
  return Number(row?.['commits'])
}

describe('The log of pages', () => {
  it('rule: a copy by changed pages is a state of the database, whatever others write, and how they end', async () => {
    const path = await createDatabase()
    const writers = [await startWriter(path, 11), await startWriter(path, 12)]
    const { log, copyPath, update } = await startCopy(path)
    let commits = 0
    for (let round = 0; round < 30; round++) {
      for (let step = 0; step < round % 5; step++) {
        await log.follow()
        await log.letGo()
      }
      await update()
      const now = commitsOf(copyPath)
      expect(now).toBeGreaterThanOrEqual(commits)
      commits = now
      if (round % 8 !== 5) continue
      writers.shift()?.kill('SIGKILL')
      writers.push(await startWriter(path, 13 + round))
    }
    for (const writer of writers) {
      writer.kill('SIGKILL')
      await once(writer, 'exit')
    }
    await update()
    expect(commitsOf(copyPath)).toBe(commitsOf(path))
    expect(commits).toBeGreaterThan(30)
  }, 120_000)

  it('rule: the log is begun anew when it is large, though it is read all the time', async () => {
    const path = await createDatabase()
    const { log } = await startCopy(path)
    const database = new DatabaseSync(path)
    database.exec('pragma synchronous = off')
    const put = database.prepare('insert or replace into pieces values (?, ?)')
    const logSize = () =>
      Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log']) * log.pageSize
    let largest = 0
    for (let round = 0; round < 400; round++) {
      database.exec('begin')
      for (let index = 0; index < 100; index++) put.run(index, 'x'.repeat(4000))
      database.exec('commit')
      largest = Math.max(largest, logSize())
      await log.follow()
      await log.letGo()
    }
    database.close()
    // It has written 160 MB.
    expect(largest).toBeLessThan(20 * 2 ** 20)
  })
})
