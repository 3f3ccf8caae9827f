import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addCommonJs, nameScripts } from '../../scripts/package-modules.js'

const react = fileURLToPath(new URL('..', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** After the SDK, whose declarations it reads. A file for each module. Plain JavaScript, as the other builds. */
export async function buildReact() {
  const folder = `${react}dist`
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)(execPath, [compiler, '-p', react])
  await nameScripts(folder)
  const external = ['react', 'react/jsx-runtime', '@tanstack/react-query', '@byname/sdk']
  await addCommonJs(folder, { entries: ['index', 'queries'], external })
  await cp(`${react}src/styles.css`, `${folder}/styles.css`)
}
