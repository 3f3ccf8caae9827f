import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startAnvil } from '../src/anvil.ts'
import { rpc } from '../src/rpc.ts'

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

test('rule: no page of a browser can call a chain, whose accounts are unlocked', async () => {
  const { rpcUrl, stop } = await startAnvil({ chainId: 1 })
  onTestFinished(stop)
  const origin = 'https://page.example'
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_accounts', params: [] })
  const send = (type: string) =>
    fetch(rpcUrl, { method: 'POST', headers: { origin, 'content-type': type }, body })
  const preflight = { origin, 'access-control-request-method': 'POST' }
  for (const response of [
    await send('application/json'),
    await fetch(rpcUrl, { method: 'OPTIONS', headers: preflight }),
  ])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  // Pages may send that without a preflight.
  expect(await (await send('text/plain')).json()).toMatchObject({ error: { code: -32600 } })
})

test('rule: a taken port is a clear error', async () => {
  const first = await startAnvil({ chainId: 1 })
  onTestFinished(() => first.stop())
  const port = Number(new URL(first.rpcUrl).port)
  await expect(startAnvil({ chainId: 1, port })).rejects.toThrow(
    new RegExp(`local chain 1 did not start on port ${port}.*Address already in use`),
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
