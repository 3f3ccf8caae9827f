import { cp, mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runInShell } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Libraries outside the bundle that a service loads. */
const externalPackages = ['sharp', 'secp256k1']

export interface Installation {
  /** Of its byname.js. */
  readonly path: string
  /** Moves the libraries and the bundle away, as an upgrade in place does. */
  readonly moveFiles: () => Promise<void>
}

/** Copies the bundle of the server, its libraries and the pages; removed after the running test. */
export async function copyInstallation(): Promise<Installation> {
  await runInShell('node scripts/build-if-changed.js', {})
  const folder = await temporaryFolder()
  const copy = async (path: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of ['byname.js', 'current-build.js', 'package.json', 'dist']) await copy(`server/${path}`)
  await copy('web/dist')
  for (const name of await withDependencies(externalPackages)) await copy(`node_modules/${name}`)
  return {
    path: join(folder, 'server/byname.js'),
    moveFiles: async () => {
      await rename(join(folder, 'node_modules'), join(folder, 'node_modules.moved'))
      await rename(join(folder, 'server/dist'), join(folder, 'server/dist.moved'))
    },
  }
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})

/** Those packages and what they require, as far as it is installed. */
async function withDependencies(names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8').catch(
      () => undefined,
    )
    if (text === undefined || found.has(name)) continue
    found.add(name)
    const { dependencies, optionalDependencies } = manifestSchema.parse(JSON.parse(text))
    queue.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies))
  }
  return found
}
