import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { runCommand, startCommand } from '../../support/service/command.ts'

const settings = { PORT: '0', SANDBOX_CHAIN_PORT: '0', NODE_ENV: 'development' }

async function startSandboxIn(folder: string) {
  const sandbox = await startCommand(['sandbox'], { ...settings, DATA_DIR: folder }, /Byname sandbox/)
  onTestFinished(async () => {
    await sandbox.end('SIGKILL')
  })
  return sandbox
}

test('rule: a name registered by command survives a kill right after it, and a folder has one sandbox at a time', async () => {
  const folder = await temporaryFolder()
  const sandbox = await startSandboxIn(folder)
  const second = await runCommand(['sandbox'], { ...settings, DATA_DIR: folder })
  expect(second).toEqual({
    code: 1,
    output: '',
    errors: `Another sandbox runs on ${folder}: stop it, or set DATA_DIR, PORT and SANDBOX_CHAIN_PORT for a second one.\n`,
  })
  const registered = await runCommand(['sandbox', 'register', 'acme.eth'], { DATA_DIR: folder })
  await sandbox.end('SIGKILL')
  expect(registered).toMatchObject({ code: 0, errors: '' })
  await startSandboxIn(folder)
  const { chains } = JSON.parse(await readFile(join(folder, 'sandbox.json'), 'utf8'))
  const client = createPublicClient({ chain: mainnet, transport: http(chains[1].rpcUrl) })
  expect((await client.getEnsResolver({ name: 'acme.eth' })).toLowerCase()).toBe(
    chains[1].resolver.toLowerCase(),
  )
})

test('rule: a taken port of the local chains is named with its setting', async () => {
  const server = await startHttpServer((_, response) => response.end())
  onTestFinished(server.close)
  const port = new URL(server.url).port
  const { code, errors } = await runCommand(['sandbox'], {
    ...settings,
    SANDBOX_CHAIN_PORT: port,
    DATA_DIR: await temporaryFolder(),
  })
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(
      new RegExp(`^Port ${port} is taken, .* set SANDBOX_CHAIN_PORT to [^\\n]*\\n$`),
    ),
  })
})
