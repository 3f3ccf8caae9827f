import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/**
 * The program of a thread, beside this module. The build's is one file, kept in memory: an upgrade may remove it before a thread
 * starts.
 */
export function findThread(name: string): URL {
  const extension = extname(import.meta.filename)
  const file = new URL(`./${name}${extension}`, import.meta.url)
  return extension === '.ts'
    ? file
    : new URL(`data:text/javascript;base64,${readFileSync(file).toString('base64')}`)
}
