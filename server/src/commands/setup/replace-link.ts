import { rename, rm, symlink } from 'node:fs/promises'

/** In one step: a process that starts meanwhile follows the one or the other. */
export async function replaceLink(link: string, target: string): Promise<void> {
  const partial = `${link}.partial`
  await rm(partial, { force: true })
  await symlink(target, partial)
  await rename(partial, link)
}
