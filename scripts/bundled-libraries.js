import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of the packages that the modules of a bundle come from, in the project: `node_modules/zod`. */
export function librariesOf(moduleIds) {
  const folders = moduleIds.flatMap((id) => folderOf.exec(id.replaceAll('\\', '/'))?.[1] ?? [])
  return [...new Set(folders)].map((folder) => folder.replace(root, '')).toSorted()
}

/** Of the innermost package. Ids of virtual modules begin with a zero byte. */
const folderOf = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
