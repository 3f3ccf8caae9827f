import { execFile } from 'node:child_process'
import { cp, readdir, symlink } from 'node:fs/promises'
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
  for (const installed of ['node_modules', 'web/node_modules', 'server/node_modules'])
    await symlink(pathOf(installed), join(folder, installed)).catch(() => {})
  const { stdout } = await promisify(execFile)(execPath, ['scripts/build.js'], { cwd: folder })
  expect(stdout).toMatch(/^The pages, the guide, the server, .* are built/m)
  expect(await readdir(join(folder, 'web/dist/guide/site'))).toContain('llms.txt')
  expect(await readdir(join(folder, 'web/dist/client'))).toContain('assets')
})
