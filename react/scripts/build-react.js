import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const react = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** After the SDK, whose declarations it reads. A file for each module. Plain JavaScript, as the other builds. */
export async function buildReact() {
  await rm(`${react}dist`, { recursive: true, force: true })
  await promisify(execFile)(execPath, [compiler, '-p', react])
  const declarations = (await readdir(`${react}dist`)).filter((file) => file.endsWith('.d.ts'))
  await Promise.all(declarations.map((file) => nameScripts(`${react}dist/${file}`)))
  await cp(`${react}src/styles.css`, `${react}dist/styles.css`)
}

/** The compiler keeps the names of sources in declarations. */
async function nameScripts(path) {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replaceAll(/(from '\.\/[\w-]+|import\("\.\/[\w-]+)\.tsx?/g, '$1.js'))
}
