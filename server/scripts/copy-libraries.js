// usage: node server/scripts/copy-libraries.js <folder>
// Copies the libraries that the bundle of the server leaves outside, with what they require, into <folder>/node_modules.
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { externalLibraries } from './build-server.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [, , folder] = argv
if (!folder) throw new Error('Name the folder.')

const seen = new Set()
const queue = [...externalLibraries]
for (let name = queue.pop(); name; name = queue.pop()) {
  if (seen.has(name)) continue
  seen.add(name)
  const path = `node_modules/${name}`
  // An optional one is installed where it fits the system.
  const manifest = await readFile(`${root}${path}/package.json`, 'utf8').catch(() => undefined)
  if (!manifest) continue
  const { dependencies, optionalDependencies } = JSON.parse(manifest)
  queue.push(...Object.keys({ ...dependencies, ...optionalDependencies }))
  await mkdir(dirname(`${folder}/${path}`), { recursive: true })
  await cp(root + path, `${folder}/${path}`, { recursive: true })
}
