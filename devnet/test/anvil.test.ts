import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startAnvil } from '../src/anvil.ts'
import { rpc, rpcBatch } from '../src/rpc.ts'

const parentScript = fileURLToPath(new URL('./support/anvil-parent.ts', import.meta.url))

/** Starts a process that starts a chain, and resolves to it and to the chain's URL. */
async function startParent(...args: string[]): Promise<{ parent: ChildProcess; rpcUrl: string }> {
  const parent = spawn(process.execPath, [parentScript, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [rpcUrl] = await once(createInterface(parent.stdout), 'line')
  return { parent, rpcUrl }
}

function isGone(url: string) {
  return rpc(url, 'eth_chainId').then(
    () => false,
    () => true,
  )
}

test('rule: a started chain answers with its own chain id on a free port', async () => {
  const [first, second] = await Promise.all([startAnvil({ chainId: 1 }), startAnvil({ chainId: 11155111 })])
  onTestFinished(async () => void (await Promise.all([first.stop(), second.stop()])))
  expect(await rpc(first.rpcUrl, 'eth_chainId')).toBe('0x1')
  expect(await rpc(second.rpcUrl, 'eth_chainId')).toBe('0xaa36a7')
})

/** The response to a request as given, whose Host and Origin `fetch` would choose itself. */
async function sendTo(
  rpcUrl: string,
  { body, ...options }: RequestOptions & { body?: string },
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> {
  const outgoing = request(rpcUrl, options).end(body)
  outgoing.on('upgrade', (_, socket) => socket.destroy())
  const [response] = await Promise.race([once(outgoing, 'response'), once(outgoing, 'upgrade')])
  const { statusCode: status, headers } = response
  return { status, headers, text: status === 101 ? '' : await readText(response) }
}

const accountsCall = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] })

const origin = 'https://page.example'

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

test('rule: a page of another origin cannot call a chain, whose accounts are unlocked', async () => {
  const { rpcUrl, stop } = await startAnvil({ chainId: 1 })
  onTestFinished(stop)
  const post = (type: string) =>
    sendTo(rpcUrl, { method: 'POST', headers: { origin, 'content-type': type }, body: accountsCall })
  const preflight = { origin, 'access-control-request-method': 'POST' }
  for (const { headers } of [
    await post('application/json'),
    await sendTo(rpcUrl, { method: 'OPTIONS', headers: preflight }),
  ])
    expect(headers['access-control-allow-origin']).toBeUndefined()
  // Pages may send both without a preflight.
  expect(JSON.parse((await post('text/plain')).text)).toMatchObject({ error: { code: -32600 } })
  expect(await sendTo(rpcUrl, { headers: { origin, ...handshake } })).toMatchObject({ status: 405 })
})

test.each(['page.example:8545', 'localhost.page.example', '127.0.0.1.page.example:8545', '192.168.0.7:8545'])(
  'rule: a page whose name is pointed to this machine cannot call a chain: Host "%s"',
  async (host) => {
    const { rpcUrl, stop } = await startAnvil({ chainId: 1 })
    onTestFinished(stop)
    const headers = { host, 'content-type': 'application/json' }
    const { status, text } = await sendTo(rpcUrl, { method: 'POST', headers, body: accountsCall })
    expect(status).toBe(403)
    expect(text).toBe('The local chain answers requests to localhost, 127.0.0.1 and [::1] only.')
    expect(await sendTo(rpcUrl, { headers: { host, ...handshake } })).toMatchObject({ status: 403 })
  },
)

test.each(['localhost:8545', '127.0.0.1', '[::1]:8545'])('a chain answers requests to %s', async (host) => {
  const { rpcUrl, stop } = await startAnvil({ chainId: 1 })
  onTestFinished(stop)
  const headers = { host, 'content-type': 'application/json' }
  const { text } = await sendTo(rpcUrl, { method: 'POST', headers, body: accountsCall })
  expect(JSON.parse(text).result).toHaveLength(10)
})

/** The addresses at which a node listens, as the system reports them. */
async function readNodeListeners(chainId: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    })),
  )
  const node = commands.find(({ command }) => command.includes(`--chain-id\0${chainId}\0`))
  if (!node) throw new Error(`No node of chain ${chainId} runs.`)
  const files = await readdir(`/proc/${node.pid}/fd`)
  const sockets = await Promise.all(
    files.map((file) => readlink(`/proc/${node.pid}/fd/${file}`).catch(() => '')),
  )
  const rows = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
    const isListening = state === '0A' && sockets.includes(`socket:[${inode}]`)
    return isListening ? [[...Buffer.from(local.slice(0, 8), 'hex').reverse()].join('.')] : []
  })
}

test.runIf(process.platform === 'linux')(
  'rule: the node behind a chain listens where pages do not find it',
  async () => {
    const chainId = 424_242
    const { stop } = await startAnvil({ chainId })
    onTestFinished(stop)
    expect(await readNodeListeners(chainId)).toEqual([expect.stringMatching(/^127\.(?!0\.0\.)/)])
  },
)

test('a response of many megabytes passes whole', async () => {
  const { rpcUrl, stop } = await startAnvil({ chainId: 1 })
  onTestFinished(stop)
  const code = `0x${'ab'.repeat(900_000)}`
  const address = `0x${'12'.repeat(20)}`
  await rpc(rpcUrl, 'anvil_setCode', [address, code])
  const calls = Array.from({ length: 8 }, () => ['eth_getCode', [address, 'latest']] as const)
  expect(await rpcBatch(rpcUrl, calls)).toEqual(calls.map(() => code))
})

test('rule: a taken port is a clear error', async () => {
  const first = await startAnvil({ chainId: 1 })
  onTestFinished(() => first.stop())
  const port = Number(new URL(first.rpcUrl).port)
  await expect(startAnvil({ chainId: 1, port })).rejects.toThrow(
    new RegExp(`local chain 1 did not start on port ${port}.*address already in use`),
  )
})

test('rule: a chain is stopped when stop resolves, and stopping twice is harmless', async () => {
  const anvil = await startAnvil({ chainId: 1 })
  await anvil.stop()
  await anvil.stop()
  expect(await isGone(anvil.rpcUrl)).toBe(true)
})

test('rule: SIGKILL of the process that started a chain ends the chain', async () => {
  const { parent, rpcUrl } = await startParent('stay')
  expect(await isGone(rpcUrl)).toBe(false)
  parent.kill('SIGKILL')
  await expect.poll(() => isGone(rpcUrl), { timeout: 5_000 }).toBe(true)
})

test('rule: a process that drops its chain can end, and the chain ends with it', async () => {
  const { parent, rpcUrl } = await startParent()
  if (parent.exitCode === null) await once(parent, 'exit')
  expect(parent.exitCode).toBe(0)
  await expect.poll(() => isGone(rpcUrl), { timeout: 5_000 }).toBe(true)
})
