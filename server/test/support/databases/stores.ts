import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { openStore, type Store } from '../../../src/store/store.ts'
import { createFolder } from '../folders.ts'
import { createMigratedSqlite } from './migrated-sqlite.ts'
import { runStatements } from './postgres.ts'
import { migratedTemplate, requestSharedPostgres } from './shared-postgres.ts'
import { startStatementGuard } from './statement-guard.ts'

/** Creates databases of one kind; they are removed after the suite. */
export interface Databases {
  readonly kind: DatabaseKind
  readonly dialect: Store['dialect']
  /** Creates an empty database, without tables, and returns its URL. */
  create(): Promise<string>
  /** Creates a database with the tables of this version and returns its URL. */
  createMigrated(): Promise<string>
}

interface RemovableDatabases extends Pick<Databases, 'create' | 'createMigrated'> {
  remove(): Promise<void>
}

const kinds = ['sqlite', 'postgres'] as const

/** `portable`: PostgreSQL in that mode, behind a guard that fails what the mode does without. */
export type DatabaseKind = (typeof kinds)[number] | 'portable'

type DatabaseSuite = (databases: Databases) => void

/** Runs a suite once on SQLite and once on PostgreSQL, each with its own databases. */
export function describeOnEachDatabase(title: string, suite: DatabaseSuite): void {
  describe.each(kinds)(`${title} on %s`, (dialect) => suite(useDatabases(dialect)))
}

/** As `describeOnEachDatabase`, and on PostgreSQL in the portable mode: for locks, races and the data version. */
export function describeOnEveryMode(title: string, suite: DatabaseSuite): void {
  describe.each([...kinds, 'portable'] as const)(`${title} on %s`, (kind) => suite(useDatabases(kind)))
}

/** Runs a suite on SQLite alone: for rules whose statements the store ring tests on both. */
export function describeOnSqlite(title: string, suite: DatabaseSuite): void {
  describe(title, () => suite(useDatabases('sqlite')))
}

/** Databases of one kind, for the tests of a file or a suite. */
export function useDatabases(kind: DatabaseKind): Databases {
  let started: RemovableDatabases | undefined
  beforeAll(async () => {
    started = await startKind[kind]()
  })
  afterAll(() => started?.remove())
  return {
    kind,
    dialect: kind === 'sqlite' ? 'sqlite' : 'postgres',
    create: () => requireStarted(started).create(),
    createMigrated: () => requireStarted(started).createMigrated(),
  }
}

const startKind = {
  sqlite: sqliteDatabases,
  postgres: postgresDatabases,
  portable: portableDatabases,
}

/** Runs a suite once on SQLite and once on PostgreSQL, with one store for all its tests. */
export function describeOnEachStore(title: string, suite: (store: () => Store) => void): void {
  describeOnEachDatabase(title, (databases) => {
    let store: Store | undefined
    beforeAll(async () => {
      store = await openStore({ url: await databases.createMigrated() })
    })
    afterAll(() => store?.close())
    suite(() => requireStarted(store))
  })
}

/** Runs a suite from SQLite to PostgreSQL and in the other direction. */
export function describeBetweenDatabases(
  title: string,
  suite: (databases: { from: Databases; to: Databases }) => void,
): void {
  describe.each([
    { from: 'sqlite', to: 'postgres' },
    { from: 'postgres', to: 'sqlite' },
  ] as const)(`${title} from $from to $to`, ({ from, to }) => {
    suite({ from: useDatabases(from), to: useDatabases(to) })
  })
}

async function sqliteDatabases(): Promise<RemovableDatabases> {
  const folder = await createFolder('sqlite')
  let databases = 0
  const newPath = () => {
    databases += 1
    return join(folder, `test-${databases}.db`)
  }
  return {
    create: async () => `sqlite:${newPath()}`,
    createMigrated: async () => {
      const path = newPath()
      await createMigratedSqlite(path)
      return `sqlite:${path}`
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function postgresDatabases(): Promise<RemovableDatabases> {
  const url = await requestSharedPostgres(inject('sharedPostgres'))
  const names: string[] = []
  const create = async (options = '') => {
    const name = `test_${randomBytes(8).toString('hex')}`
    await runStatements(url, [`create database ${name} ${options}`])
    names.push(name)
    return url.replace('/postgres?', `/${name}?`)
  }
  return {
    create: () => create(),
    // Copying the files takes half as long as copying pages through the log, where nothing is flushed to the disk.
    createMigrated: () => create(`template ${migratedTemplate} strategy file_copy`),
    remove: () =>
      runStatements(
        url,
        names.map((name) => `drop database ${name} with (force)`),
      ),
  }
}

async function portableDatabases(): Promise<RemovableDatabases> {
  const databases = await postgresDatabases()
  const guard = await startStatementGuard(await requestSharedPostgres(inject('sharedPostgres')))
  const portable = (url: string) => `${guard.through(url)}&compatibility=portable`
  return {
    create: async () => portable(await databases.create()),
    createMigrated: async () => portable(await databases.createMigrated()),
    remove: async () => {
      await databases.remove()
      await guard.stop()
      expect(guard.refused).toEqual([])
    },
  }
}

function requireStarted<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('It is started in beforeAll, so it is there in tests and hooks only.')
  return value
}
