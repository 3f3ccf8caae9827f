import { cp, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInShell } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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
  await runInShell(`node server/scripts/copy-libraries.js "${folder}"`, {})
  return {
    path: join(folder, 'server/byname.js'),
    moveFiles: async () => {
      await rename(join(folder, 'node_modules'), join(folder, 'node_modules.moved'))
      await rename(join(folder, 'server/dist'), join(folder, 'server/dist.moved'))
    },
  }
}
