import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store } from '../../src/store/store.ts'
import { startPostgres } from './postgres.ts'

/** Makes databases of one kind; they are removed after the suite. */
export interface Databases {
  readonly dialect: Store['dialect']
  /** Makes an empty database and returns its URL. */
  create(): Promise<string>
}

interface RemovableDatabases extends Databases {
  remove(): Promise<void>
}

const kinds = ['sqlite', 'postgres'] as const

/** Runs a suite once on SQLite and once on PostgreSQL, each with databases of its own. */
export function describeOnEachDatabase(title: string, suite: (databases: Databases) => void): void {
  describe.each(kinds)(`${title} on %s`, (dialect) => {
    let started: RemovableDatabases | undefined
    beforeAll(async () => {
      started = await (dialect === 'sqlite' ? sqliteDatabases() : postgresDatabases())
    })
    afterAll(() => started?.remove())
    suite({ dialect, create: () => requireStarted(started).create() })
  })
}

/** Runs a suite once on SQLite and once on PostgreSQL, with one store for all its tests. */
export function describeOnEachStore(title: string, suite: (store: () => Store) => void): void {
  describeOnEachDatabase(title, (databases) => {
    let store: Store | undefined
    beforeAll(async () => {
      store = await openStore({ url: await databases.create() })
    })
    afterAll(() => store?.close())
    suite(() => requireStarted(store))
  })
}

/** Runs a suite from SQLite to PostgreSQL and the other way round. */
export function describeBetweenDatabases(
  title: string,
  suite: (databases: { from: Databases; to: Databases }) => void,
): void {
  describe.each([
    { from: 'sqlite', to: 'postgres' },
    { from: 'postgres', to: 'sqlite' },
  ] as const)(`${title} from $from to $to`, ({ from, to }) => {
    let started: Record<Store['dialect'], RemovableDatabases> | undefined
    beforeAll(async () => {
      const [sqlite, postgres] = await Promise.all([sqliteDatabases(), postgresDatabases()])
      started = { sqlite, postgres }
    })
    afterAll(() => Promise.all([started?.sqlite.remove(), started?.postgres.remove()]))
    const databases = (dialect: Store['dialect']): Databases => ({
      dialect,
      create: () => requireStarted(started)[dialect].create(),
    })
    suite({ from: databases(from), to: databases(to) })
  })
}

async function sqliteDatabases(): Promise<RemovableDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-sqlite-'))
  let databases = 0
  return {
    dialect: 'sqlite',
    create: async () => {
      databases += 1
      return `sqlite:${join(folder, `test-${databases}.db`)}`
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function postgresDatabases(): Promise<RemovableDatabases> {
  const server = await startPostgres()
  return { dialect: 'postgres', create: server.createDatabase, remove: server.stop }
}

function requireStarted<T>(value: T | undefined): T {
  if (value === undefined)
    throw new Error('It is started in beforeAll, so it is there in tests and hooks only.')
  return value
}
