import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createFolder } from '../folders.ts'

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0

export interface Pgbouncer {
  /** The URL of a database through the pooler. */
  readonly through: (databaseUrl: string) => string
  readonly stop: () => Promise<void>
}

/** Starts Debian's PgBouncer, with its default settings, in front of a server that listens on a socket in a folder. */
export async function startPgbouncer(
  databaseUrl: string,
  poolMode: 'session' | 'transaction',
): Promise<Pgbouncer> {
  const folder = await createFolder('pgbouncer')
  await chmod(folder, 0o755)
  const socket = join(folder, 'socket')
  await mkdir(socket)
  await chmod(socket, 0o777)
  const target = new URL(databaseUrl).searchParams.get('host')
  const configuration = join(folder, 'pgbouncer.ini')
  await writeFile(
    configuration,
    `[databases]
* = host=${target} user=postgres
[pgbouncer]
pool_mode = ${poolMode}
unix_socket_dir = ${socket}
listen_port = 5432
auth_type = any
default_pool_size = ${poolMode === 'session' ? 60 : 20}
`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  const program = spawn('pgbouncer', [configuration], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = once(program, 'exit')
  const log: string[] = []
  for await (const line of createInterface(program.stderr)) {
    log.push(line)
    if (line.includes('process up')) break
  }
  if (program.exitCode !== null) throw new Error(`PgBouncer does not start:\n${log.join('\n')}`)
  program.stderr.resume()
  return {
    through: (url) => {
      const pooled = new URL(url)
      pooled.searchParams.set('host', socket)
      return pooled.href
    },
    stop: async () => {
      program.kill('SIGQUIT')
      await exit
      await rm(folder, { recursive: true })
    },
  }
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}
