import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { pathOf } from '../../support/project-files.ts'
import { type RunningCommand, runInShell, startCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'
import { waitUntil } from '../../support/wait-until.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const environment = (further: Readonly<Record<string, string>> = {}) => ({
  BYNAME_URL: sandbox.file.url,
  BYNAME_API_KEY: sandbox.file.apiKey,
  PORT: '0',
  ...further,
})

/** With the sources of the SDK in place of its build. */
function startExample(
  file: string,
  ready: RegExp,
  further?: Readonly<Record<string, string>>,
): Promise<RunningCommand> {
  const runtime = [process.execPath, '--conditions=byname-source'] as const
  return startCommand([], environment(further), ready, { runtime, path: pathOf(`examples/${file}`) })
}

test('rule: the lines of curl issue, read and resolve a name, and show how another one is refused', async () => {
  const output = await runInShell('sh examples/curl/names.sh ada', environment())
  const responses = output.split('\n').filter((line) => line.startsWith('{'))
  const results = responses.map((response) => JSON.parse(response).result)
  expect(results.map(({ error }) => error?.split(':')[0] ?? null)).toEqual([
    ...[null, null, null, null],
    'SubdomainAlreadyExistsException',
  ])
  expect(results[3].data.records.texts).toEqual([{ key: 'url', value: 'https://example.com/ada' }])
})

test('rule: the backend of Express gives a user one name, and refuses in sentences', async () => {
  const example = await startExample('express-signup/server.js', /Sign up at \S+\n/)
  onTestFinished(async () => void (await example.end('SIGTERM')))
  const [, url = ''] = /Sign up at (\S+)/.exec(example.output) ?? []
  const signUp = async (body: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return [response.status, await response.json()]
  }
  const wallet = user(sandbox, 1).address
  const grace = JSON.stringify({ username: 'Grace', wallet })
  expect(await signUp(grace)).toEqual([201, { name: 'grace.demo.eth' }])
  expect(await signUp(grace)).toEqual([201, { name: 'grace.demo.eth' }])
  expect(await signUp(JSON.stringify({ username: 'grace', wallet: user(sandbox, 2).address }))).toEqual([
    409,
    { error: expect.stringMatching(/^[^{]+\.$/), name: 'SubdomainAlreadyExistsException' },
  ])
  expect(await signUp(JSON.stringify({ username: 'a_b!', wallet }))).toMatchObject([400, {}])
  expect(await signUp('{')).toMatchObject([400, { error: expect.stringContaining('JSON') }])
  expect(await signUp('{}')).toEqual([400, { error: 'Send a username and the address of a wallet.' }])
  expect(await (await fetch(`${url}/grace`)).json()).toMatchObject({ holder: wallet, isUser: true })
  const free = await fetch(new URL('/free/grace', url))
  expect(await free.json()).toMatchObject({ isFree: false })
})

test('rule: the bot tells a channel of each change once, and of no forged one', async () => {
  const posted: unknown[] = []
  const channel = createServer(async (request: IncomingMessage, response) => {
    posted.push(JSON.parse(await text(request)))
    response.end()
  })
  await new Promise<void>((resolve) => channel.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => channel.close(() => resolve())))
  // Safe because it listens at a port.
  const { port } = channel.address() as AddressInfo
  const example = await startExample('webhook-bot/bot.js', /The bot listens\.\n/, {
    DISCORD_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  })
  onTestFinished(async () => void (await example.end('SIGTERM')))
  const webhooks = async () => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    return dataOf(await sandbox.call('GET', '/byname/v1/webhooks', { headers })) as {
      data: { url: string }[]
    }
  }
  const [webhook] = (await webhooks()).data
  const forged = await fetch(`${webhook?.url}`, { method: 'POST', body: '{"type":"subname.issued"}' })
  expect(forged.status).toBe(400)
  await runInShell('sh examples/curl/names.sh hopper', environment())
  const revoked = await sandbox.call('POST', '/ens/v1/subname/admin-revoke', {
    headers: { 'x-api-key': sandbox.file.adminKey },
    body: { username: 'hopper', ensDomain: 'demo.eth', chainId: 1 },
  })
  expect(revoked.status).toBe(200)
  await waitUntil('the bot has posted both changes', () => posted.length >= 2)
  expect(posted).toEqual(
    ['Welcome, hopper.demo.eth!', 'hopper.demo.eth is free again.'].map((content) => ({
      content,
      allowed_mentions: { parse: [] },
    })),
  )
  expect(await example.end('SIGTERM')).toBe(0)
  expect((await webhooks()).data).toEqual([])
})
