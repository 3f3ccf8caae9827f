import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sdk = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** A file for each module, so that bundlers leave out what a program does not use. Plain JavaScript, as the other builds. */
export async function buildSdk(folder = `${sdk}dist`) {
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)(execPath, [compiler, '-p', sdk, '--outDir', folder])
  const declarations = (await readdir(folder)).filter((file) => file.endsWith('.d.ts'))
  await Promise.all(declarations.map((file) => nameScripts(join(folder, file))))
}

/** The compiler keeps the names of sources in declarations. */
async function nameScripts(path) {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replaceAll(/(from '\.\/[\w-]+|import\("\.\/[\w-]+)\.ts/g, '$1.js'))
}
