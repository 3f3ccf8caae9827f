import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type DevnetOptions, startDevnet } from '../src/devnet.ts'
import { rpc } from '../src/rpc.ts'
import { account, viemClient, walletClient } from './support/clients.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const parentScript = fileURLToPath(new URL('./support/devnet-parent.ts', import.meta.url))

/** Starts chain 1, kept in `stateDir`. */
async function start(stateDir: string, options: DevnetOptions = {}) {
  const devnet = await startDevnet({ chains: [1], stateDir, ...options })
  onTestFinished(() => devnet.stop())
  return devnet
}

/** How far the last block of chain 1 is ahead of the wall clock, in seconds. */
async function secondsAhead(devnet: Awaited<ReturnType<typeof start>>): Promise<number> {
  return Number((await viemClient(devnet, 1).getBlock()).timestamp) - Date.now() / 1000
}

test('rule: a persistent chain continues where it was stopped', async () => {
  const folder = await temporaryFolder()
  const first = await start(folder)
  expect(first.isRestored(1)).toBe(false)
  const { publicResolver } = first.addresses(1)
  const { address: owner } = account(first, 0)
  await first.registerName(1, 'kept', { owner, resolver: publicResolver })
  await first.stop()

  const second = await start(folder)
  expect(second.isRestored(1)).toBe(true)
  expect(await viemClient(second, 1).getEnsResolver({ name: 'kept.eth' })).toBe(publicResolver)
  await second.registerName(1, 'added', { owner, resolver: publicResolver })
  expect(await viemClient(second, 1).getEnsResolver({ name: 'added.eth' })).toBe(publicResolver)
})

test('rule: SIGKILL loses no confirmed change, and leaves no chain running', async () => {
  const folder = await temporaryFolder()
  const parent = spawn(process.execPath, [parentScript, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [rpcUrl] = await once(createInterface(parent.stdout), 'line')
  parent.kill('SIGKILL')
  await expect.poll(() => rpc(rpcUrl, 'eth_chainId').catch(() => 'gone')).toBe('gone')
  const devnet = await start(folder)
  const { publicResolver } = devnet.addresses(1)
  expect(await viemClient(devnet, 1).getEnsResolver({ name: 'kept.eth' })).toBe(publicResolver)
})

test('rule: a block of another client is saved as well', async () => {
  const folder = await temporaryFolder()
  const devnet = await start(folder)
  const changed = async () => (await stat(join(folder, 'chain-1.json'))).mtimeMs
  const before = await changed()
  const wallet = walletClient(devnet, 1, 0)
  await wallet.sendTransaction({ to: account(devnet, 1).address, value: 1n })
  await expect.poll(changed).toBeGreaterThan(before)
})

test('rule: a chain saved yesterday follows the wall clock', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  await backdate(join(folder, 'chain-1.json'), 86_400)
  const ahead = await secondsAhead(await start(folder))
  expect(Math.abs(ahead)).toBeLessThan(30)
})

test('rule: a chain whose clock was ahead stays ahead', async () => {
  const folder = await temporaryFolder()
  const first = await start(folder)
  await first.increaseTime(1, 86_400)
  await first.stop()
  const ahead = await secondsAhead(await start(folder))
  expect(Math.abs(ahead - 86_400)).toBeLessThan(30)
})

test('rule: a state of another ENS version is rejected', async () => {
  const folder = await temporaryFolder()
  await (await start(folder)).stop()
  await expect(start(folder, { generations: { 1: 'v2' } })).rejects.toThrow('is of ENS v1, not v2')
})

test('rule: when one chain cannot start, none is left running', async () => {
  const port = await occupyPort()
  const basePort = port - 1
  await expect(startDevnet({ basePort })).rejects.toThrow(`chain 11155111 did not start on port ${port}`)
  await expect(rpc(`http://127.0.0.1:${basePort}`, 'eth_chainId')).rejects.toThrow()
})

test('rule: stop ends every chain, and may be called again', async () => {
  const began = performance.now()
  const devnet = await startDevnet()
  process.stdout.write(`Both chains were up after ${Math.round(performance.now() - began)} ms.\n`)
  await devnet.stop()
  await devnet.stop()
  for (const chainId of [1, 11155111])
    await expect(rpc(devnet.rpcUrl(chainId), 'eth_chainId')).rejects.toThrow()
})

/** Changes the state as if it had been saved `seconds` ago. */
async function backdate(file: string, seconds: number): Promise<void> {
  const state = JSON.parse(await readFile(file, 'utf8'))
  const earlier = (timestamp: string) => `0x${(Number(timestamp) - seconds).toString(16)}`
  state.block.timestamp = earlier(state.block.timestamp)
  for (const { header } of state.blocks) header.timestamp = earlier(header.timestamp)
  await writeFile(file, JSON.stringify(state))
}

/** Listens on a port during the test; the one before it is free. */
async function occupyPort(): Promise<number> {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  const address = blocker.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const previousPort = createServer().listen(port - 1, '127.0.0.1')
  const isFree = await once(previousPort, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return occupyPort()
  previousPort.close()
  await once(previousPort, 'close')
  return port
}
