import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.ts'

/** Of `byname`, in bytes: more needs a reason. */
export const bounds = { packed: 15_600_000, unpacked: 40_000_000 }

export interface Tarball {
  readonly file: string
  /** Bytes. */
  readonly packed: number
  /** Bytes. */
  readonly unpacked: number
  readonly files: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
}

/** What `npm pack --json` prints of a package. */
interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly entryCount: number
}

/**
 * Packs the package in a folder. The bytes depend on its files alone: npm gives them all one time and one owner, and sorts them.
 * The package's own scripts do not run.
 */
export function pack(folder: string, destination: string): Tarball {
  const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', destination]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8' })
  // Safe: the output of the option `--json`.
  const [packed] = JSON.parse(output) as readonly Packed[]
  if (!packed) throw new Error(`npm packed nothing of ${folder}.`)
  const { filename, size, unpackedSize, entryCount } = packed
  const sha256 = createHash('sha256')
    .update(readFileSync(join(destination, filename)))
    .digest('hex')
  return { file: filename, packed: size, unpacked: unpackedSize, files: entryCount, sha256 }
}
