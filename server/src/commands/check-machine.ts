import { lstat, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { settleAppError } from '../core/context.ts'
import { type ChainHead, readChainHead } from '../core/health/chain-time.ts'
import { AppError, errorCode } from '../errors.ts'
import type { ChainClients } from '../rpc/operator.ts'
import { type DiskSpace, fullDiskAdvice, readDiskSpace } from '../store/disk-state.ts'

/** `problem` keeps the service from working, `warning` may do so one day; absent when all is well. */
export interface Check {
  readonly subject: string
  readonly found: string
  readonly problem?: string
  readonly warning?: string
}

const minTemporaryBytes = 64 * 1_048_576
const minFiles = 1_000

/** Space, files and owners of the folders, and the clock. */
export async function checkMachine(config: Config, chains: ChainClients): Promise<readonly Check[]> {
  return [...(await checkSpace(config)), ...(await checkOwners(config)), ...(await checkClock(chains))]
}

async function checkSpace({ dataDir, mediaFolder, minFreeDiskBytes }: Config): Promise<readonly Check[]> {
  const folders = [
    { subject: `space of the data folder ${dataDir}`, folder: dataDir, minBytes: minFreeDiskBytes },
    {
      subject: `space of the folder of images ${mediaFolder}`,
      folder: mediaFolder,
      minBytes: minFreeDiskBytes,
    },
    { subject: `space of the temporary folder ${tmpdir()}`, folder: tmpdir(), minBytes: minTemporaryBytes },
  ]
  return Promise.all(
    folders.map(async ({ subject, folder, minBytes }) => {
      const existing = await nearestFolder(folder)
      const space = readDiskSpace(existing)
      if (!space) return { subject, found: 'cannot be read', warning: 'its space cannot be read.' }
      const problem = fullDiskAdvice(join(existing, 'file'))
      const warning = lowSpace(space, minBytes)
      return { subject, found: describeFree(space), ...(problem ? { problem } : warning ? { warning } : {}) }
    }),
  )
}

function describeFree({ freeBytes, freeFiles }: DiskSpace): string {
  const files = freeFiles === undefined ? '' : `, ${freeFiles} more files`
  return `${megabytes(freeBytes)} MB free${files}`
}

function lowSpace(space: DiskSpace, minBytes: number): string | undefined {
  const { freeBytes, freeFiles } = space
  if (freeBytes < minBytes) return `${describeFree(space)}: have at least ${megabytes(minBytes)} MB.`
  return freeFiles !== undefined && freeFiles < minFiles
    ? `${describeFree(space)}: have at least ${minFiles} (df -i).`
    : undefined
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_048_576)
}

async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path))
}

/** Of the data folder, without what is in its folders; the first few. */
const maxFiles = 1_000
const maxNamed = 5

const publicBits = 0o077

/** What a service that runs as the owner of the data folder cannot write, and secrets that others can read. */
async function checkOwners({ dataDir, mediaFolder }: Config): Promise<readonly Check[]> {
  if (process.platform === 'win32') return []
  const subject = `owners and modes in ${dataDir}`
  const folder = await stat(dataDir).catch(() => undefined)
  if (!folder) return []
  const names = (await readdir(dataDir).catch(() => [])).slice(0, maxFiles)
  const paths = [...new Set([...names.map((name) => join(dataDir, name)), mediaFolder])]
  const files = (await Promise.all(paths.map(readFile))).flat()
  const user = process.getuid?.() ?? 0
  // Commands of root work on files of any owner; the service does not.
  const service = user === 0 ? folder.uid : user
  const foreign = [{ path: dataDir, uid: folder.uid, mode: folder.mode }, ...files].filter(
    ({ uid }) => service !== 0 && uid !== service,
  )
  const open = files.filter(({ path, mode }) => isSecret(path) && (mode & publicBits) !== 0)
  const warnings = [
    ...(foreign.length > 0
      ? [
          `${list(foreign.map(({ path, uid }) => `${path} (user ${uid})`))} ${foreign.length > 1 ? 'belong' : 'belongs'} to another user ` +
            `than the service (user ${service}), which may not be able to write: run chown -R ${service} ${dataDir}.`,
        ]
      : []),
    ...(open.length > 0
      ? [
          `Others can read or write ${list(open.map(({ path }) => path))}: run chmod 600 ${open[0]?.path ?? ''}.`,
        ]
      : []),
  ]
  return [
    {
      subject,
      found: `of user ${folder.uid}, as this process: ${user === folder.uid ? 'yes' : `no, user ${user}`}`,
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    },
  ]
}

function list(items: readonly string[]): string {
  const more = items.length - maxNamed
  return `${items.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Keys, links that make an operator, and the database. */
function isSecret(path: string): boolean {
  return /(^|[/-])(key|admin-key|setup-link|signer-key)|byname\.db/.test(path.slice(path.lastIndexOf('/')))
}

async function readFile(path: string) {
  try {
    const { uid, mode } = await lstat(path)
    return [{ path, uid, mode }]
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return []
  }
}

/** Milliseconds. Signatures, messages and certificates are valid for a time. */
const maxClockOffsetMs = 30_000

async function checkClock(chains: ChainClients): Promise<readonly Check[]> {
  const checks = await Promise.all(
    [...chains.values()].map(async (chain): Promise<readonly Check[]> => {
      const head = await settleAppError(() => readChainHead(chain))
      if (!head || head instanceof AppError) return []
      return [{ subject: `clock by chain ${chain.id}`, ...judgeClock(chain.id, head, Date.now()) }]
    }),
  )
  return checks.flat()
}

/** Far above the time between blocks. */
const maxBlockAgeMs = 120_000

/** By the clock of a public RPC, else by the newest block, which an RPC that is behind shows late. */
function judgeClock(chainId: number, { blockTime, rpcTime }: ChainHead, now: number): Omit<Check, 'subject'> {
  const offsetMs = now - (rpcTime ?? blockTime * 1000)
  const by = rpcTime === undefined ? 'the newest block' : 'the clock of the RPC'
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const found = `${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} ${by} of chain ${chainId}`
  const maxAheadMs = rpcTime === undefined ? maxBlockAgeMs : maxClockOffsetMs
  if (offsetMs >= -maxClockOffsetMs && offsetMs <= maxAheadMs) return { found }
  const doubt = rpcTime === undefined && offsetMs > 0 ? ', unless the RPC is behind' : ''
  return { found, warning: `${found}: set it by NTP (timedatectl set-ntp true)${doubt}.` }
}
