import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinTo } from '../servers/cores.ts'
import type { ServiceData } from '../servers/service-environment.ts'
import {
  type DatabaseKind,
  type Databases,
  databaseTitles,
  postgresDatabases,
  sqliteDatabases,
} from './kinds.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** The databases of the benches, each built when it is first requested. */
export interface BenchDatabases {
  /** The database of this many users; its callers must not change it. */
  open(kind: DatabaseKind, size: number): Promise<ServiceData>
  /** A copy of it that may be changed; nothing may use the original meanwhile. */
  copy(kind: DatabaseKind, size: number): Promise<ServiceData>
  /** A new folder beside the databases, for other data on the same disk; it is removed when the process exits. */
  scratchFolder(): string
  /** Stops PostgreSQL and removes the folder, unless it is kept. This happens too when the process exits without it. */
  close(): Promise<void>
}

/** Opens a folder for databases. With `keep` later runs reuse it, until the schema or the data change. */
export function openBenchDatabases({ keep }: { readonly keep: boolean }): BenchDatabases {
  const folder = keep
    ? join(tmpdir(), `byname-bench-${version()}`)
    : mkdtempSync(join(tmpdir(), 'byname-bench-'))
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const scratch: string[] = []
  const remove = () => {
    for (const path of keep ? scratch : [folder]) rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', remove)
  let starting: Promise<Postgres> | undefined
  const postgres = () => (starting ??= startPostgres(join(folder, 'postgres')))
  const databases = async (kind: DatabaseKind): Promise<Databases> =>
    kind === 'sqlite' ? sqliteDatabases : postgresDatabases(await postgres())

  const open = async (kind: DatabaseKind, size: number): Promise<ServiceData> => {
    const location = join(folder, `${kind}-${size}`)
    const { urlOf, build } = await databases(kind)
    if (existsSync(join(location, 'built'))) return { folder: location, url: urlOf(location) }
    rmSync(location, { recursive: true, force: true })
    mkdirSync(location)
    const begin = performance.now()
    const pids = [process.pid, (await starting)?.pid ?? process.pid]
    for (const pid of pids) pinTo('all', pid)
    const built = await build(location, size)
    for (const pid of pids) pinTo('load', pid)
    writeFileSync(join(location, 'built'), '')
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    console.error(`Built ${size.toLocaleString('en')} names on ${databaseTitles[kind]} in ${seconds} s`)
    return built
  }
  const scratchFolder = () => {
    const path = join(folder, `scratch-${process.pid}-${scratch.length}`)
    scratch.push(path)
    mkdirSync(path)
    return path
  }
  return {
    open,
    copy: async (kind, size) => {
      const original = await open(kind, size)
      return (await databases(kind)).copy(original.folder, scratchFolder())
    },
    scratchFolder,
    close: async () => {
      await (await starting)?.stop()
      remove()
    },
  }
}

/** Differs whenever the tables or their generated rows differ. */
function version(): string {
  const hash = createHash('sha256')
  const makers = ['../../../server/src/store/migrations/**/*.ts', '*.ts']
  for (const pattern of makers)
    for (const path of globSync(fileURLToPath(new URL(pattern, import.meta.url))).sort())
      hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 12)
}
