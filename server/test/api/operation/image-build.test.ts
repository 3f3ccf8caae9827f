import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { instructions } from '../../support/dockerfile.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { pathOf } from '../../support/project-files.ts'

test('rule: the files that the image copies are all that its pages and server are built from', async () => {
  const folder = await temporaryFolder()
  const lines = await instructions()
  const stage = lines.slice(
    lines.findIndex((line) => line.endsWith(' AS build')),
    lines.indexOf('RUN node scripts/build.js'),
  )
  for (const line of stage.filter((candidate) => candidate.startsWith('COPY '))) {
    const [, ...paths] = line.split(' ')
    const to = paths.pop() ?? ''
    for (const from of paths)
      await cp(pathOf(from), join(folder, to, to.endsWith('/') ? basename(from) : ''), { recursive: true })
  }
  for (const installed of ['web/node_modules', 'server/node_modules'])
    await symlink(pathOf(installed), join(folder, installed)).catch(() => {})
  await linkPackages(join(folder, 'node_modules'))
  const { stdout } = await promisify(execFile)(execPath, ['scripts/build.js'], { cwd: folder })
  expect(stdout).toMatch(/^The pages, the guide, the server, .* are built/m)
  expect(await readdir(join(folder, 'web/dist/guide/site'))).toContain('llms.txt')
  expect(await readdir(join(folder, 'web/dist/client'))).toContain('assets')
})

/** The libraries of the project, and its workspaces as they were copied: links to them lead to the folder beside. */
async function linkPackages(folder: string): Promise<void> {
  const installed = pathOf('node_modules')
  const libraries = (await readdir(installed)).filter((name) => name !== '@byname')
  await mkdir(join(folder, '@byname'), { recursive: true })
  await Promise.all(libraries.map((name) => symlink(join(installed, name), join(folder, name))))
  for (const name of await readdir(join(installed, '@byname')))
    await symlink(await readlink(join(installed, '@byname', name)), join(folder, '@byname', name))
}
