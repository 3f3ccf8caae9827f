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

const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url))
const importPattern =
  /^(?:import|export)( type)?\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm

/** Reads every import of the service's source, tests excluded. */
export function readImports(): readonly Import[] {
  const files = globSync('**/*.ts', { cwd: sourceFolder }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((from) =>
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

/** Groups of files that import each other, directly or through others (strongly connected components). */
export function findCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(
    imports.filter(({ isLibrary }) => !isLibrary),
    ({ from }) => from,
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const index = order.size
    order.set(file, index)
    stack.push(file)
    let low = index
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to))
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group.sort())
    }
    return low
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}
