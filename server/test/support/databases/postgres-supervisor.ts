import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { postgresPrograms } from './postgres-programs.ts'

/**
 * Runs a PostgreSQL server for the process that started this one.
 *
 * It initializes the server in the folder given as its first argument, starts it and prints `ready`. Given further
 * folders, separated by commas (or an empty argument), it creates a streaming replica in each, which another supervisor
 * starts; further arguments are settings of the server. Then it reads commands from standard input: `kill` kills every process of the
 * server at once, as a power cut would, `start` starts it again. When standard input ends, the server is stopped and
 * the folder removed.
 */
const [folder = '', replicaFolders = '', ...furtherSettings] = process.argv.slice(2)
const data = join(folder, 'data')
const socket = join(folder, 'socket')
const settings = [
  `unix_socket_directories=${socket}`,
  'listen_addresses=',
  'max_connections=200',
  'wal_retrieve_retry_interval=100ms',
  ...furtherSettings,
]
const startAttempts = 100

chmodSync(folder, 0o755)
const { initdb, postgres, user } = postgresPrograms(folder)

function createOwnedFolder(path: string) {
  mkdirSync(path, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}

function prepare() {
  createOwnedFolder(socket)
  createOwnedFolder(data)
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  execFileSync(initdb, [`--pgdata=${data}`, ...options], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A copy of a server that has never run can follow it from the beginning. */
function prepareReplica(path: string) {
  chmodSync(path, 0o755)
  createOwnedFolder(join(path, 'socket'))
  createOwnedFolder(join(path, 'data'))
  const copy = join(path, 'data')
  execFileSync('cp', ['-R', '-p', `${data}/.`, copy], { ...user, cwd: data })
  const primary = `primary_conninfo = 'host=${socket} user=postgres'\n`
  appendFileSync(join(copy, 'postgresql.auto.conf'), primary)
  writeFileSync(join(copy, 'standby.signal'), '')
}

/** Resolves to the running server, or rejects with its output when it exits. */
async function tryStart(): Promise<ChildProcess | string> {
  const options = settings.flatMap((setting) => ['-c', setting])
  const server = spawn(postgres, ['-D', data, ...options], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  for await (const line of createInterface(server.stderr)) {
    if (/ready to accept (read-only )?connections/.test(line)) {
      server.stderr.resume()
      return server
    }
    log.push(line)
  }
  return log.join('\n')
}

/** After a kill, the last of the killed processes may hold the shared memory for a moment. */
async function start(): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await tryStart()
    if (typeof server !== 'string') return server
    if (attempt === startAttempts) throw new Error(`PostgreSQL does not start:\n${server}`)
    await wait(20)
  }
}

async function kill(server: ChildProcess) {
  const pids = await serverProcesses()
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  for (const pid of pids) killIfAlive(pid)
  await exit
}

async function serverProcesses(): Promise<readonly number[]> {
  const client = new pg.Client({ host: socket, user: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  await client.end()
  return rows.map(({ pid }) => pid)
}

function killIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** SIGQUIT makes the server exit at once, without a checkpoint: its files are removed anyway. */
async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGQUIT')
  await exit
}

async function runCommands() {
  let server = await start()
  try {
    process.stdout.write('ready\n')
    for await (const line of createInterface(process.stdin)) {
      if (line === 'kill') await kill(server)
      if (line === 'start') server = await start()
      process.stdout.write('done\n')
    }
  } finally {
    await stop(server)
  }
}

try {
  if (!existsSync(data)) prepare()
  for (const replicaFolder of replicaFolders.split(',').filter(Boolean)) prepareReplica(replicaFolder)
  await runCommands()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
