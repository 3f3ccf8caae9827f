import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { runInShell } from '../../support/service/command.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { testEnvironment } from '../../support/service/service.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

it('503 with a sentence for each page, and a line in the log, where the pages are built in part; the interface is served', async () => {
  await runInShell('node scripts/build-if-changed.js', {})
  const folder = await temporaryFolder()
  const copy = async (path: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of ['byname.js', 'current-build.js', 'package.json', 'dist']) await copy(`server/${path}`)
  await copy('web/dist/client')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const environment = testEnvironment(await temporaryFolder(), undefined)
  const { url, readOutput, end } = await startServeProcess(environment, [], {
    path: join(folder, 'server/byname.js'),
  })
  expect(readOutput()).toContain('The pages are missing or built in part (web/dist)')
  for (const path of [
    '/claim/acme.eth',
    '/n/alice.acme.eth',
    '/me',
    '/console',
    '/console/domains/1/acme.eth',
  ]) {
    const response = await fetch(url + path, { headers: { accept: 'text/html' } })
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      503,
      'text/plain; charset=utf-8',
    ])
    expect(await response.text()).toContain('npm run build')
  }
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(await end('SIGTERM')).toBe(0)
})
