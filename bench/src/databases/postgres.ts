import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type PostgresPrograms, postgresPrograms } from '../../../server/test/support/postgres-programs.ts'

/** A PostgreSQL server of our own, reached through a socket. */
export interface Postgres {
  readonly pid: number
  urlOf(database: string): string
  /** Resolves to the server's answer to a statement on its own database. */
  run(statement: string): Promise<pg.QueryResult>
  stop(): Promise<void>
}

/** As it comes, but for what keeps it from the network and lets a load of writes run without a checkpoint each second. */
const settings = ['listen_addresses=', 'max_connections=100', 'shared_buffers=256MB', 'max_wal_size=4GB']

/** Starts a server on the data in `folder`, which may be new. It ends with this process. */
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
  const said: string[] = []
  if (child.stderr)
    for await (const line of createInterface(child.stderr)) {
      said.push(line)
      if (!line.includes('ready to accept connections')) continue
      child.stderr.resume()
      return child
    }
  throw new Error(`PostgreSQL does not start:\n${said.join('\n')}`)
}
