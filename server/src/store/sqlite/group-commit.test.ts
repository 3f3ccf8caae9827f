import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../../errors.ts'
import { GroupCommit } from './group-commit.ts'

let folder: string
let writer: DatabaseSync
let reader: DatabaseSync
let groupCommit: GroupCommit

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byname-commit-'))
  writer = new DatabaseSync(join(folder, 'names.db'))
  writer.exec('pragma journal_mode = wal; create table names (name text primary key)')
  reader = new DatabaseSync(join(folder, 'names.db'), { readOnly: true })
  groupCommit = new GroupCommit(writer, 1000)
})
afterEach(async () => {
  reader.close()
  writer.close()
  await rm(folder, { recursive: true })
})

function committed() {
  return reader
    .prepare('select name from names order by name')
    .all()
    .map(({ name }) => name)
}

/** Adds a name in an operation of its own, which is undone where `isKept` is false. */
async function add(name: string, shouldCommit = true): Promise<void> {
  await groupCommit.begin()
  writer.prepare('insert into names values (?)').run(name)
  await groupCommit.end(shouldCommit)
}

test('rule: an operation resolves when it is on disk, together with the operations of its group', async () => {
  const seen = await Promise.all(['a', 'b', 'c'].map((name) => add(name).then(committed)))
  expect(seen).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
})

test('rule: an operation is rolled back alone, and rejects when the data it read is on disk', async () => {
  const [, seen] = await Promise.all([add('a'), add('b', false).then(committed), add('c')])
  expect(seen).toEqual(['a', 'c'])
})

test('rule: a write outside of an operation runs between transactions', async () => {
  const adding = add('a')
  expect(await groupCommit.exclusive(() => [writer.isTransaction, committed()])).toEqual([false, ['a']])
  await adding
})

test('rule: when SQLite rolls the transaction back itself, all operations in it fail, and later ones do not', async () => {
  const failing = async () => {
    await groupCommit.begin()
    writer.exec('rollback')
    expect(() => groupCommit.assertInTransaction()).toThrow(/rolled/)
    await groupCommit.end(false)
  }
  const outcomes = await Promise.allSettled([add('a'), failing(), add('b')])
  const unavailable = { status: 'rejected', reason: expect.any(DatabaseUnavailableError) }
  expect(outcomes).toEqual([unavailable, unavailable, { status: 'fulfilled' }])
  expect(committed()).toEqual(['b'])
})

test('rule: a failed commit fails all operations in it', async () => {
  writer.exec(
    'create table tags (name text references names deferrable initially deferred); pragma foreign_keys = on',
  )
  const breaking = async () => {
    await groupCommit.begin()
    writer.exec("insert into tags values ('nothing')")
    await groupCommit.end(true)
  }
  const outcomes = await Promise.allSettled([add('a'), breaking()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(committed()).toEqual([])
  await add('c')
  expect(committed()).toEqual(['c'])
})

test('rule: while another connection has the write lock, the event loop stays free and the operation waits', async () => {
  const other = new DatabaseSync(join(folder, 'names.db'))
  other.exec('begin immediate')
  const adding = add('a')
  setTimeout(() => other.exec('commit'), 20)
  await adding
  expect(committed()).toEqual(['a'])
  other.exec('begin immediate')
  await expect(new GroupCommit(writer, 0).begin()).rejects.toThrow(/locked/)
  other.close()
})
