import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { createFolder } from '../folders.ts'
import { readFromRoot } from '../project-files.ts'
import { waitUntil } from '../wait-until.ts'

const run = promisify(execFile)

const programs = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'ip', 'setpriv']

/** Network namespaces need root; Patroni speaks with etcd by Debian's python3-etcd. */
export const hasPatroni =
  process.getuid?.() === 0 &&
  programs.every((program) => spawnSync('which', [program]).status === 0) &&
  spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status === 0

export type NodeName = 'db1' | 'db2' | 'db3'

export const nodeNames: readonly NodeName[] = ['db1', 'db2', 'db3']

const passwords = { SUPERUSER_PASSWORD: 'one', REPLICATION_PASSWORD: 'two', REWIND_PASSWORD: 'three' }

/** Three servers of PostgreSQL under Patroni and etcd, HAProxy and PgBouncer, by the files of docs/operating/failover. */
export interface PatroniCluster {
  /** Of the leader, through PgBouncer and HAProxy. */
  readonly url: string
  /** Of each server, directly. */
  readonly urlOf: (node: NodeName) => string
  /** As the superuser. */
  readonly superuserUrlOf: (node: NodeName) => string
  readonly leader: () => Promise<NodeName>
  /** Waits until one leads, and as many others follow it as synchronous standby or replica. */
  readonly settled: (followers?: number) => Promise<NodeName>
  /** With SIGKILL: the server, not its Patroni. */
  readonly killServer: (node: NodeName) => Promise<void>
  /** With SIGKILL: server, Patroni and etcd. */
  readonly killNode: (node: NodeName) => Promise<void>
  readonly startNode: (node: NodeName) => void
  /** Nothing is sent to a node, nor received from it. */
  readonly cut: (node: NodeName) => Promise<void>
  readonly rejoin: (node: NodeName) => Promise<void>
  /** The other servers, their etcd and Patroni do not reach it, nor it them: clients do. */
  readonly cutFromPeers: (node: NodeName) => Promise<void>
  readonly rejoinPeers: (node: NodeName) => Promise<void>
  readonly switchOver: (from: NodeName) => Promise<void>
  readonly stop: () => Promise<void>
}

const hostPart = (node: NodeName) => 10 + Number(node.slice(2))

interface PatroniOptions {
  /** Absent: as the file of the documentation says. */
  readonly isSynchronous?: false
}

export async function startPatroni({ isSynchronous }: PatroniOptions = {}): Promise<PatroniCluster> {
  const folder = await createFolder('patroni')
  await chmod(folder, 0o755)
  const subnet = `10.78.${process.pid % 250}`
  const bridge = `bypat${process.pid % 250}`
  const namespaceOf = (name: string) => `${bridge}-${name}`
  const processes = new Map<string, ChildProcess[]>()
  const addressOf = (node: NodeName) => `${subnet}.${hostPart(node)}`

  const connectNamespace = async (name: string, host: number) => {
    const namespace = namespaceOf(name)
    const [outer, inner] = [`${bridge}o${host}`, `${bridge}i${host}`]
    await run('ip', ['netns', 'add', namespace])
    await run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner])
    await run('ip', ['link', 'set', outer, 'master', bridge, 'up'])
    await run('ip', ['link', 'set', inner, 'netns', namespace])
    const inside = (...args: string[]) => run('ip', ['-n', namespace, ...args])
    await inside('address', 'add', `${subnet}.${host}/24`, 'dev', inner)
    await inside('link', 'set', inner, 'up')
    await inside('link', 'set', 'lo', 'up')
  }
  const start = (name: string, user: string, command: readonly string[]) => {
    const args = ['netns', 'exec', namespaceOf(name), 'setpriv', `--reuid=${user}`, `--regid=${user}`]
    const child = spawn('ip', [...args, '--clear-groups', ...command], {
      cwd: folder,
      env: { ...process.env, HOME: join(folder, name) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(folder, `${name}-${command[0]?.replaceAll('/', '_')}.log`), {
      flags: 'a',
    })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    processes.set(name, [...(processes.get(name) ?? []), child])
  }
  const killAll = async (name: string) => {
    const { stdout } = await run('ip', ['netns', 'pids', namespaceOf(name)])
    for (const pid of stdout.split('\n').filter(Boolean).map(Number)) killIfAlive(pid)
    await Promise.all(
      (processes.get(name) ?? []).map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
    )
    processes.delete(name)
  }

  /** A file of the documentation, for a node, with the folder and network of this cluster. */
  const fileFor = async (file: string, node?: NodeName) => {
    const text = await readFromRoot(`docs/operating/failover/${file}`)
    const ofNode = text
      .split('\n')
      .map((line) =>
        node && !line.includes('10.78.0.12')
          ? line.replaceAll('db1', node).replaceAll('10.78.0.11', `10.78.0.${hostPart(node)}`)
          : line,
      )
    return Object.entries(passwords)
      .reduce((all, [name, value]) => all.replaceAll(name, value), ofNode.join('\n'))
      .replaceAll('10.78.0.', `${subnet}.`)
  }
  const ownedFolder = async (path: string, { uid, gid }: Owner) => {
    await mkdir(path, { mode: 0o700, recursive: true })
    await chown(path, uid, gid)
  }

  const owner = await ownerOf('postgres')
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await run('ip', ['address', 'add', `${subnet}.1/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])

  const startNode = (node: NodeName) => {
    const at = join(folder, node)
    start(node, 'postgres', ['etcd', `--config-file=${at}/etcd.yml`])
    start(node, 'postgres', ['patroni', `${at}/patroni.yml`])
  }
  const prepareNode = async (node: NodeName) => {
    const at = join(folder, node)
    await ownedFolder(at, owner)
    await ownedFolder(join(at, 'run'), owner)
    await connectNamespace(node, hostPart(node))
    const etcd = (await fileFor('etcd.yml', node)).replace('/var/lib/etcd/byname', join(at, 'etcd'))
    const patroni = (await fileFor('patroni.yml', node))
      .replace('/var/lib/postgresql/byname', join(at, 'data'))
      .replace('/var/run/postgresql', join(at, 'run'))
      .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous ?? true}`)
    await writeFile(join(at, 'etcd.yml'), etcd)
    await writeFile(join(at, 'patroni.yml'), patroni)
  }
  const startPool = async () => {
    const at = join(folder, 'pool')
    await ownedFolder(at, owner)
    await connectNamespace('pool', 2)
    await writeFile(join(at, 'haproxy.cfg'), await fileFor('haproxy.cfg'))
    await writeFile(join(at, 'users.txt'), '"byname" "secret"\n')
    const pgbouncer = (await fileFor('pgbouncer.ini')).replace(
      '/etc/pgbouncer/userlist.txt',
      join(at, 'users.txt'),
    )
    await writeFile(join(at, 'pgbouncer.ini'), `${pgbouncer}unix_socket_dir = ${at}\n`)
    start('pool', 'postgres', ['haproxy', '-f', join(at, 'haproxy.cfg')])
    start('pool', 'postgres', ['pgbouncer', join(at, 'pgbouncer.ini')])
  }

  await Promise.all(nodeNames.map(prepareNode))
  for (const node of nodeNames) startNode(node)
  await startPool()

  const members = async (): Promise<readonly Member[]> => {
    for (const node of nodeNames) {
      const found = await readJson<{ members: Member[] }>(`http://${addressOf(node)}:8008/cluster`)
      // Of a node that is cut off, the answer is old: a majority knows the leader.
      if (found && (await isInQuorum(node))) return found.members
    }
    return []
  }
  const isInQuorum = async (node: NodeName) =>
    `${(await readJson<{ health: unknown }>(`http://${addressOf(node)}:2379/health`))?.health}` === 'true'
  const findLeader = async () =>
    (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name
  const leader = async () => {
    let found: NodeName | undefined
    await waitUntil(
      'a node leads',
      async () => {
        found = await findLeader()
        return found !== undefined
      },
      120,
    )
    if (!found) throw new Error('No node leads.')
    return found
  }
  /** In both directions: each sends what is for the other to an address of the link that no machine has. */
  const betweenPeers = async (node: NodeName, change: readonly string[]) => {
    const neighbour = (at: NodeName, other: NodeName) =>
      run('ip', [
        ...['-n', namespaceOf(at), 'neighbour', ...change.slice(0, 1), addressOf(other)],
        ...[...change.slice(1), 'dev', `${bridge}i${hostPart(at)}`],
      ])
    for (const peer of nodeNames.filter((each) => each !== node)) {
      await neighbour(node, peer)
      await neighbour(peer, node)
    }
  }
  const superuserUrlOf = (node: NodeName) =>
    `postgres://postgres:${passwords.SUPERUSER_PASSWORD}@${addressOf(node)}:5432/postgres`

  const cluster: PatroniCluster = {
    url: `postgres://byname:secret@${subnet}.2:6432/byname`,
    urlOf: (node) => `postgres://byname:secret@${addressOf(node)}:5432/byname`,
    superuserUrlOf,
    leader,
    settled: async (followers = 2) => {
      await waitUntil(
        `${followers} follow a leader`,
        async () => {
          const all = await members()
          const following = all.filter(
            ({ role, state }) => role !== 'leader' && /running|streaming/.test(state),
          )
          const isProtected = isSynchronous === false || all.some(({ role }) => role === 'sync_standby')
          return all.some(({ role }) => role === 'leader') && following.length >= followers && isProtected
        },
        240,
      )
      return leader()
    },
    killServer: async (node) => {
      const [pid] = (await readFile(join(folder, node, 'data', 'postmaster.pid'), 'utf8')).split('\n')
      const { stdout } = await run('pgrep', ['-P', `${pid}`]).catch(() => ({ stdout: '' }))
      for (const each of [Number(pid), ...stdout.split('\n').filter(Boolean).map(Number)]) killIfAlive(each)
    },
    killNode: killAll,
    startNode,
    cut: async (node) => void (await run('ip', ['link', 'set', `${bridge}o${hostPart(node)}`, 'down'])),
    rejoin: async (node) => void (await run('ip', ['link', 'set', `${bridge}o${hostPart(node)}`, 'up'])),
    cutFromPeers: (node) =>
      betweenPeers(node, ['replace', 'lladdr', '02:00:00:00:00:01', 'nud', 'permanent']),
    rejoinPeers: (node) => betweenPeers(node, ['delete']),
    switchOver: async (from) => {
      const response = await fetch(`http://${addressOf(from)}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
        signal: AbortSignal.timeout(60_000),
      })
      if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`)
    },
    stop: async () => {
      for (const name of ['pool', ...nodeNames]) {
        await killAll(name)
        await run('ip', ['netns', 'del', namespaceOf(name)])
      }
      await run('ip', ['link', 'del', bridge])
      await rm(folder, { recursive: true })
    },
  }
  try {
    await createDatabase(superuserUrlOf(await cluster.settled()))
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

interface Member {
  readonly name: NodeName
  readonly role: string
  readonly state: string
}

async function ownerOf(user: string): Promise<Owner> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

/** `undefined` without a successful response in time. */
async function readJson<Body>(url: string): Promise<Body | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_500) })
    // Safe: of programs whose interfaces are known.
    return response.ok ? ((await response.json()) as Body) : undefined
  } catch {
    return undefined
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("create role byname login password 'secret'")
  await client.query('create database byname owner byname')
  await client.query('grant pg_read_all_stats to byname')
  await client.end()
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
