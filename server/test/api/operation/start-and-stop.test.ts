import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand } from '../../support/service/command.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const main = fileURLToPath(new URL('../../../byname.js', import.meta.url))

it('rule: a service that npm has started ends with the shell that npm started it in', async () => {
  const environment = { ...testEnvironment(await temporaryFolder(), undefined), LOG_LEVEL: 'info' }
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${main}" serve; true`], {
    env: { ...process.env, ...environment, npm_lifecycle_event: 'serve' },
    detached: true,
  })
  onTestFinished(() => {
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL')
  })
  let printed = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const listening = /listens on (http\S+),/
  await waitUntil('it listens', () => listening.test(printed))
  const [, url = ''] = listening.exec(printed) ?? []
  expect((await fetch(`${url}/health`)).status).toBe(200)

  const isEnded = once(shell, 'close')
  shell.kill('SIGTERM')
  // A write to its output fails once that is closed.
  await isEnded
  await expect(fetch(`${url}/health`)).rejects.toThrow()
})

it.each([[[]], [['--workers', '2']]])(
  'rule: a service whose launcher was killed before it could look ends, too (%s)',
  async (options) => {
    const launcher = spawn('true')
    await once(launcher, 'close')
    const environment = {
      ...testEnvironment(await temporaryFolder(), undefined),
      STARTED_BY_LAUNCHER: `${launcher.pid}`,
    }
    const { code } = await runCommand(['serve', ...options], environment)
    expect(code).toBe(0)
  },
)

it('rule: a hanging RPC does not delay the shutdown', async () => {
  const rpcCalled = Promise.withResolvers<void>()
  const node = await startHttpServer(() => rpcCalled.resolve())
  onTestFinished(() => node.close())
  const settings = { RPC_URL_1: node.url, RPC_TIMEOUT: '55' }
  const folder = await temporaryFolder()
  await withContext(testEnvironment(folder, undefined), createTenant)
  const { end } = await startServeProcess(testEnvironment(folder, undefined, settings))
  await rpcCalled.promise
  expect(await end('SIGTERM')).toBe(0)
})

it('rule: a database that cannot be opened is reported in one sentence', async () => {
  const environment = testEnvironment(await temporaryFolder(), 'postgres://user:secret@127.0.0.1:9/names')
  const { errors, code } = await runCommand(['serve'], environment)
  expect(code).toBe(1)
  expect(errors).toBe(
    'Cannot open the PostgreSQL database names at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9. Start the database server, ' +
      "or correct host and port in the database's URL (DATABASE_URL); look at the firewalls between.\n",
  )
})
