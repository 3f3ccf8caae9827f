import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sdk = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** A file for each module, so that bundlers leave out what a program does not use. Plain JavaScript, as the other builds. */
export async function buildSdk() {
  await rm(`${sdk}dist`, { recursive: true, force: true })
  await promisify(execFile)(execPath, [compiler, '-p', sdk])
  const declarations = (await readdir(`${sdk}dist`)).filter((file) => file.endsWith('.d.ts'))
  await Promise.all(declarations.map((file) => nameScripts(`${sdk}dist/${file}`)))
}

/** The compiler keeps the names of sources in declarations. */
async function nameScripts(path) {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replaceAll(/(from '\.\/[\w-]+|import\("\.\/[\w-]+)\.ts/g, '$1.js'))
}
