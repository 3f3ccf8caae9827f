import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One import of a source file. Files are paths below `server/src`. */
export interface Import {
  readonly from: string
  /** A file below `server/src`, or the name of a library. */
  readonly to: string
  readonly isLibrary: boolean
  /** `import type`: erased at run time. */
  readonly isType: boolean
  /** `import()` */
  readonly isLate: boolean
}

export const sourceFolder = fileURLToPath(new URL('../src/', import.meta.url))

/** The files of the service, tests excluded. */
export const sourceFiles: readonly string[] = globSync('**/*.ts', { cwd: sourceFolder })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()

export function countLines(file: string): number {
  return readFileSync(join(sourceFolder, file), 'utf8').split('\n').length - 1
}

const importPattern =
  /^(?:import|export)( type)?\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm

/** Every import of the service's files. */
export function readImports(): readonly Import[] {
  return sourceFiles.flatMap((from) =>
    [...readFileSync(join(sourceFolder, from), 'utf8').matchAll(importPattern)].map(
      ([, type, named, dynamic, bare]) => {
        const specifier = named ?? dynamic ?? bare ?? ''
        const isLibrary = !specifier.startsWith('.')
        return {
          from,
          to: isLibrary ? specifier : relative(sourceFolder, join(sourceFolder, dirname(from), specifier)),
          isLibrary,
          isType: type !== undefined,
          isLate: dynamic !== undefined,
        }
      },
    ),
  )
}
