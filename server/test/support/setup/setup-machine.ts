import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../folders.ts'
import { findFreePorts } from '../http/deployed-proxy.ts'
import { pathOf } from '../project-files.ts'

export interface SetupMachine {
  readonly root: string
  /** For the program and its stand-ins. */
  readonly environment: Readonly<Record<string, string>>
  readonly port: number
}

const standIns = ['systemctl', 'useradd', 'userdel', 'journalctl']

/** A folder that stands for the root of a machine with systemd, whose service listens on a free port. */
export async function createSetupMachine(path = ''): Promise<SetupMachine> {
  const folder = await temporaryFolder()
  // Other users read the release.
  await chmod(folder, 0o755)
  const [root, programs] = [join(folder, 'root'), join(folder, 'programs')]
  await mkdir(programs)
  for (const name of standIns)
    await symlink(pathOf('server/test/support/setup/stand-in.sh'), join(programs, name))
  await mkdir(join(root, 'run/systemd/system'), { recursive: true })
  await mkdir(join(root, 'etc/byname'), { recursive: true, mode: 0o700 })
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n')
  const [port = 0] = await findFreePorts(1)
  await writeFile(join(root, 'etc/byname/env'), `# Of the operator.\nPORT=${port}\n`, { mode: 0o600 })
  const environment = { STAND_IN_ROOT: root, PATH: `${programs}:${path || process.env['PATH']}` }
  return { root, environment, port }
}

interface Entry {
  readonly mode: string
  readonly owner: string
  /** Hash of a file, target of a link. */
  readonly content: string
}

/** Everything below a folder by path, without what the service and the stand-ins write. */
export async function readTree(root: string): Promise<Readonly<Record<string, Entry>>> {
  const entries: Record<string, Entry> = {}
  const visit = async (path: string): Promise<void> => {
    for (const name of (await readdir(join(root, path))).toSorted()) {
      const below = `${path}/${name}`
      if (/^\/(run|var\/lib\/byname)\/|\/node_modules\/\.cache\//.test(below)) continue
      const place = join(root, below)
      const stat = await lstat(place)
      const content = stat.isSymbolicLink()
        ? await readlink(place)
        : stat.isFile()
          ? createHash('sha256')
              .update(await readFile(place))
              .digest('hex')
          : ''
      entries[below] = { mode: (stat.mode & 0o7777).toString(8), owner: `${stat.uid}:${stat.gid}`, content }
      if (stat.isDirectory()) await visit(below)
    }
  }
  await visit('')
  return entries
}

export interface RpcOptions {
  readonly chainId?: number
  /** In seconds. */
  readonly blockAge?: number
  /** Of its clock, in seconds. */
  readonly ahead?: number
  readonly status?: number
  readonly body?: string
}

/** What setup asks of a node, with what can be wrong with one. */
export async function startRpc({
  chainId = 11_155_111,
  blockAge = 0,
  ahead = 0,
  status = 200,
  body,
}: RpcOptions = {}) {
  const now = () => Date.now() + ahead * 1000
  const hex = (value: number) => `0x${Math.floor(value).toString(16)}`
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request))
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: hex(chainId),
      eth_gasPrice: hex(1e9),
      eth_getBalance: hex(0),
      eth_getBlockByNumber: { timestamp: hex(now() / 1000 - blockAge) },
    }
    const reply =
      method in results ? { result: results[method] } : { error: { code: -32_601, message: 'none' } }
    response.writeHead(status, { 'content-type': 'application/json', date: new Date(now()).toUTCString() })
    response.end(body ?? JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe: it listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
