import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import {
  type PostgresPrograms,
  postgresPrograms,
} from '../../../server/test/support/databases/postgres-programs.ts'

/** A PostgreSQL server, reached through a socket. */
export interface Postgres {
  readonly pid: number
  urlOf(database: string): string
  /** Runs a statement on the server's own database and returns its output. */
  run(statement: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** The default settings, but without TCP, and with fewer checkpoints under a load of writes. */
const settings = ['listen_addresses=', 'max_connections=100', 'shared_buffers=256MB', 'max_wal_size=4GB']

/** Starts a server on the data in `folder`, which may be new. It is stopped with this process. */
export async function startPostgres(folder: string): Promise<Postgres> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const programs = postgresPrograms(folder)
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  if (!existsSync(join(data, 'PG_VERSION'))) initialize(programs, [data, socket])
  const child = await launch(programs, data, socket)
  const urlOf = (database: string) =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socket)}`
  return {
    pid: child.pid ?? 0,
    urlOf,
    run: async (statement) => {
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      return client.query(statement).finally(() => client.end())
    },
    stop: async () => {
      if (child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGINT')
      await exit
    },
  }
}

function initialize({ initdb, user }: PostgresPrograms, [data, socket]: readonly [string, string]): void {
  for (const path of [data, socket]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
  }
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  execFileSync(initdb, [`--pgdata=${data}`, ...options], { ...user, cwd: data, stdio: 'ignore' })
}

async function launch({ postgres, user }: PostgresPrograms, data: string, socket: string) {
  const options = [...settings, `unix_socket_directories=${socket}`].flatMap((setting) => ['-c', setting])
  const child: ChildProcess = spawn(postgres, ['-D', data, ...options], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGQUIT'))
  const output: string[] = []
  if (child.stderr)
    for await (const line of createInterface(child.stderr)) {
      output.push(line)
      if (!line.includes('ready to accept connections')) continue
      child.stderr.resume()
      return child
    }
  throw new Error(`PostgreSQL does not start:\n${output.join('\n')}`)
}
