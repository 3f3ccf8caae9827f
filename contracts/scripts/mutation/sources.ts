import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../src/', import.meta.url)

/** The texts of the contracts by file name. */
export function readSources(): Readonly<Record<string, string>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.toSorted().map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
  )
}
