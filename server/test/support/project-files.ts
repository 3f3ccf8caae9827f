import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Of a file of the project, by its path in it. */
export function pathOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url))
}

export function readFromRoot(path: string): Promise<string> {
  return readFile(pathOf(path), 'utf8')
}
