import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { geteuid } from 'node:process'
import { environmentWithDefaults } from '../../config/config.ts'
import { errorCode, OperatorError } from '../../errors.ts'

/** A user of the system, as `/etc/passwd` has it. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

interface RunOptions {
  readonly as?: Account
  readonly environment?: Readonly<Record<string, string>>
}

interface Outcome {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Where things are installed: this machine, or a folder that stands for its root. */
export interface Machine {
  /** `/`, or the folder, without a trailing slash. */
  readonly root: string
  /** The place of an absolute path below the root. */
  readonly at: (path: string) => string
  readonly isThisMachine: boolean
  readonly hasSystemd: boolean
  /** Never throws for an exit code. */
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<Outcome>
  /** @throws OperatorError with what it printed, for an exit code other than 0. */
  readonly runOrThrow: (program: string, args: readonly string[], options?: RunOptions) => Promise<string>
}

export function openMachine(root: string): Machine {
  const isThisMachine = root === '/'
  const prefix = isThisMachine ? '' : root
  const at = (path: string) => `${prefix}${path}`
  const run: Machine['run'] = (program, args, options) => runProgram(program, args, options)
  return {
    root,
    at,
    isThisMachine,
    // The folder is there while systemd is process 1.
    hasSystemd: existsSync(at('/run/systemd/system')) && isOnPath('systemctl'),
    run,
    runOrThrow: async (program, args, options) => {
      const { code, output, errors } = await run(program, args, options)
      if (code === 0) return output
      throw new OperatorError(`${program} ${args.join(' ')} failed: ${(errors || output).trim()}`)
    },
  }
}

function isOnPath(program: string): boolean {
  return (environmentWithDefaults({})['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)))
}

export function isRoot(): boolean {
  return geteuid?.() === 0
}

/** Becomes the account by `setpriv`, as the units of systemd do; without the rights for that, stays what it is. */
function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { as, environment } = options
  const become = as && isRoot() ? ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups'] : []
  const [first = program, ...rest] = [...become, program, ...args]
  const inherited = environmentWithDefaults({})
  const variables = environment ? { PATH: inherited['PATH'], ...environment } : { ...inherited }
  return new Promise((resolve, reject) => {
    execFile(
      first,
      rest,
      { env: variables, maxBuffer: 16 * 1_048_576, cwd: '/' },
      (error, output, errors) => {
        if (!error) return resolve({ code: 0, output, errors })
        if (typeof error.code === 'number') return resolve({ code: error.code, output, errors })
        reject(new OperatorError(`${first} cannot be run: ${error.message}`))
      },
    )
  })
}

/** Undefined for a user that does not exist. */
export async function findAccount(machine: Machine, user: string): Promise<Account | undefined> {
  const text = await readText(machine.at('/etc/passwd'))
  const line = text?.split('\n').find((entry) => entry.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

export async function requireAccount(machine: Machine, user: string): Promise<Account> {
  const account = await findAccount(machine, user)
  if (account) return account
  throw new OperatorError(`There is no user ${user}.`)
}

/** Undefined without the file. */
export async function readText(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  })
}

/** Also of a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false
      throw error
    },
  )
}

/** Whole or not at all: a reader sees the former text or this one, also after a loss of power. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  {
    await using file = await open(partial, 'wx', mode)
    await file.writeFile(text)
    await file.chmod(mode)
    await file.sync()
  }
  await rename(partial, path)
}

/** Of an account, where this process may give files away. */
export async function giveTo(path: string, account: Account): Promise<void> {
  if (isRoot()) await chown(path, account.uid, account.gid)
}

export async function isOwnedBy(path: string, account: Account | undefined): Promise<boolean> {
  if (!isRoot()) return true
  const { uid, gid } = await stat(path)
  return account !== undefined && uid === account.uid && gid === account.gid
}

/** Returns the folders that it made, the outermost first. */
export async function makeFolders(path: string, mode: number): Promise<readonly string[]> {
  const missing: string[] = []
  for (let folder = path; !(await isThere(folder)); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) {
    await mkdir(folder, { mode: 0o755 })
    // Whatever the shell's umask is.
    await chmod(folder, folder === path ? mode : 0o755)
  }
  return missing
}
