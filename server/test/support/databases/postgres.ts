import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { temporaryFolders } from '../folders.ts'

/** A PostgreSQL server, reached through a socket in a temporary folder. */
export interface PostgresServer {
  /** The URL of one of its databases. */
  urlOf(database: string): string
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Kills every process of the server at once, with SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again after `kill`. */
  start(): Promise<void>
  /** Stops the server and removes its files, also when the test process exits without calling this. */
  stop(): Promise<void>
}

const supervisorPath = fileURLToPath(new URL('./postgres-supervisor.ts', import.meta.url))

/** A server and a streaming replica of it. */
export interface PostgresPair {
  readonly primary: PostgresServer
  readonly replica: PostgresServer
  /** The URL of the replica of a database. */
  readonly replicaUrl: (databaseUrl: string) => string
}

/** A server that streams to several replicas. */
interface PostgresCluster {
  readonly primary: PostgresServer
  readonly replicas: readonly PostgresServer[]
}

function newFolder() {
  return mkdtempSync(join(temporaryFolders, 'byname-postgres-'))
}

/**
 * Starts a new PostgreSQL server, with settings (`name=value`) beyond those of all servers. It takes a second; suites
 * that neither stop the server nor test durability share one (`shared-postgres.ts`).
 */
export function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  return startSupervised(newFolder(), [], settings)
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const { primary, replicas } = await startPostgresCluster(1)
  const [replica = primary] = replicas
  const replicaUrl = (url: string) => replica.urlOf(new URL(url).pathname.slice(1))
  return { primary, replica, replicaUrl }
}

export async function startPostgresCluster(replicaCount: number): Promise<PostgresCluster> {
  const folders = Array.from({ length: replicaCount }, newFolder)
  const primary = await startSupervised(newFolder(), folders)
  const replicas = await Promise.all(folders.map((folder) => startSupervised(folder)))
  return { primary, replicas }
}

/** Runs the server in a folder, and creates a replica of it in each of the others. */
async function startSupervised(
  folder: string,
  replicaFolders: readonly string[] = [],
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  // In its own process group the supervisor survives Ctrl-C, and cleans up when its standard input ends.
  const supervisor = spawn(
    process.execPath,
    [supervisorPath, folder, replicaFolders.join(','), ...settings],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const exit = once(supervisor, 'exit')
  const replies = createInterface(supervisor.stdout)[Symbol.asyncIterator]()
  const nextReply = async () => {
    const { done } = await replies.next()
    if (done === true) throw new Error('The PostgreSQL server could not be kept running.')
  }
  const send = async (line: string) => {
    supervisor.stdin.write(`${line}\n`)
    await nextReply()
  }

  await nextReply()
  let databases = 0
  return {
    urlOf: (database) => urlOf(folder, database),
    createDatabase: async () => {
      databases += 1
      const name = `test_${databases}`
      await runStatements(urlOf(folder, 'postgres'), [`create database ${name}`])
      return urlOf(folder, name)
    },
    kill: () => send('kill'),
    start: () => send('start'),
    stop: async () => {
      supervisor.stdin.end()
      await exit
    },
  }
}

function urlOf(folder: string, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(join(folder, 'socket'))}`
}

/** Runs statements one after the other on a new connection. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
