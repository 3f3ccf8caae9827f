import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet } from '@byname/devnet'
import { createTestClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../src/core/context.ts'
import { onboardDomain } from '../../src/core/domains/onboard.ts'
import { type HealthCode, healthAdvice } from '../../src/core/health/health-advice.ts'
import { createWorkspace } from '../../src/core/workspaces.ts'
import { normalizeName } from '../../src/ens/names.ts'
import { deployResolverOf } from '../support/chain/deploy-resolver.ts'
import { createLocalResolver } from '../support/chain/onboard-domain.ts'
import { createApiKey } from '../support/credentials/api-keys.ts'
import { faultMinutes, printLine } from '../support/faults/duration.ts'
import { createFolder } from '../support/folders.ts'
import { runCommand } from '../support/service/command.ts'
import { startServeProcess } from '../support/service/serve-process.ts'
import { type Settings, testEnvironment, withContext } from '../support/service/service.ts'

/**
 * What is no failure gives no critical reason: overload, a restored copy, a start on a slow disk. Each lasts for
 * `BYNAME_FAULT_MINUTES`, and for some seconds without it.
 */
const lastsMs = Math.max(faultMinutes * 60_000, 25_000)

let devnet: Devnet
let mining: NodeJS.Timeout
let folder: string
let environment: Settings
let gatewayUrl: string
const domain = 'quiet.eth'

beforeAll(async () => {
  folder = await createFolder('quiet')
  devnet = await startDevnet({ chains: [1] })
  // A live chain has blocks.
  const miner = createTestClient({ mode: 'anvil', transport: http(devnet.rpcUrl(1)) })
  mining = setInterval(() => miner.mine({ blocks: 1 }).catch(() => {}), 12_000)
  const port = await freePort()
  const key = generatePrivateKey()
  const url = `http://127.0.0.1:${port}`
  environment = {
    ...testEnvironment(folder, undefined, { SIGNER_KEY: key, RPC_URL_1: devnet.rpcUrl(1) }),
    ...{ PORT: `${port}`, PUBLIC_URL: url, MAX_EVENT_LOOP_DELAY_MS: '20', MIN_FREE_DISK_MB: '1' },
  }
  const id = newId()
  gatewayUrl = `${url}/ccip/${id}`
  const signers = [privateKeyToAddress(key)]
  const address = await deployResolverOf(devnet, { chainId: 1, scheme: 'merkle', url: gatewayUrl, signers })
  const owner = devnet.accounts[0]?.address ?? address
  await devnet.registerName(1, 'quiet', { owner, resolver: address })
  await withContext(environment, async (context) => {
    const { id: workspaceId } = await createWorkspace(context, { name: 'Acme' })
    const { apiKey } = await createApiKey(context, { workspaceId, name: 'shop', scopes: ['domains:write'] })
    await createLocalResolver(context, devnet, { id, chainId: 1, address, signingScheme: 'merkle' })
    await onboardDomain(context, {
      caller: { apiKey },
      workspaceId,
      resolverId: id,
      name: normalizeName(domain),
    })
  })
})
afterAll(async () => {
  clearInterval(mining)
  await devnet.stop()
  await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}

/** Watches `/ready` until the time is over, and prints each change; returns the codes that it ever had, and how often it was 503 or late. */
async function watch(url: string, untilMs: number) {
  const codes = new Set<HealthCode>()
  const seen = { polls: 0, unavailable: 0, late: 0 }
  const startedAt = performance.now()
  const endsAt = startedAt + untilMs
  let latest = ''
  while (performance.now() < endsAt) {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => undefined,
    )
    seen.polls++
    if (!response) seen.late++
    else {
      if (response.status !== 200) seen.unavailable++
      const body = (await response.json()) as {
        reasons?: { code: HealthCode }[]
        result: { data: { reasons: { code: HealthCode }[] } | null }
      }
      const now = (body.result.data?.reasons ?? body.reasons ?? []).map(({ code }) => code)
      for (const code of now) codes.add(code)
      const state = `${response.status} ${now.join(' ') || 'no reason'}`
      if (state !== latest)
        printLine(`after ${Math.round((performance.now() - startedAt) / 1000)} s: ${state}`)
      latest = state
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 1_000)
    await promise
  }
  return {
    ...seen,
    codes: [...codes],
    critical: [...codes].filter((code) => healthAdvice[code].severity === 'critical'),
  }
}

/** More lookups than a core answers, of names that no cache has. Returns how to read what was answered. */
function flood(processes: number, connections: number) {
  const path = fileURLToPath(new URL('../support/health/lookup-flood.ts', import.meta.url))
  const latest = new Map<number, Readonly<Record<string, number>>>()
  for (let index = 0; index < processes; index++) {
    const child = spawn(process.execPath, [path, gatewayUrl, domain, `${connections}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.setEncoding('utf8').on('data', (printed: string) => {
      const line = printed.trim().split('\n').at(-1)
      if (line) latest.set(index, JSON.parse(line))
    })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    })
  }
  return () => {
    const total: Record<string, number> = {}
    for (const counts of latest.values())
      for (const [outcome, count] of Object.entries(counts)) total[outcome] = (total[outcome] ?? 0) + count
    return JSON.stringify(total)
  }
}

test(
  'rule: overload gives no critical reason, and takes no instance out',
  async () => {
    const { url, end } = await startServeProcess(environment)
    const answered = flood(2, 256)
    const seen = await watch(url, lastsMs)
    printLine(`overload for ${Math.round(lastsMs / 1000)} s: ${answered()}; ${JSON.stringify(seen)}`)
    expect(seen).toMatchObject({ critical: [], unavailable: 0 })
    expect(await end('SIGTERM')).toBe(0)
  },
  lastsMs + 60_000,
)

test('rule: a restored copy gives no critical reason from its first second on', async () => {
  const file = join(folder, 'copy.byname.gz')
  expect(await runCommand(['backup', file], environment)).toMatchObject({ code: 0 })
  const elsewhere = { ...environment, DATA_DIR: await createFolder('restored') }
  expect(await runCommand(['restore', file], elsewhere)).toMatchObject({ code: 0 })
  const { url, end } = await startServeProcess(elsewhere)
  const seen = await watch(url, 25_000)
  printLine(`restored copy: ${JSON.stringify(seen)}`)
  expect(seen).toMatchObject({ critical: [], unavailable: 0, codes: ['held'] })
  expect(await end('SIGTERM')).toBe(0)
  await rm(elsewhere.DATA_DIR, { recursive: true })
})

test(
  'rule: a start on a disk that takes 400 ms for each sync gives no critical reason',
  async (context) => {
    // `-D`: the service is the child, and gets the signals.
    const strace = [
      '-D',
      '-f',
      '-qq',
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      'inject=fsync,fdatasync:delay_enter=400000',
    ]
    const probe = spawn('strace', ['-V'], { stdio: 'ignore' })
    const [code] = await once(probe, 'exit').catch(() => [1])
    if (code !== 0) return context.skip('strace is not installed: it is in the package strace of Debian.')
    const runtime = ['strace', ...strace, '-o', '/dev/null', process.execPath] as const
    const { url, end } = await startServeProcess(environment, [], { runtime })
    const seen = await watch(url, Math.max(lastsMs / 10, 25_000))
    printLine(`start on a slow disk: ${JSON.stringify(seen)}`)
    expect(seen).toMatchObject({ critical: [] })
    expect(await end('SIGTERM')).toBe(0)
  },
  lastsMs + 120_000,
)
