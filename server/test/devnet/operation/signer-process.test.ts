import { join } from 'node:path'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { encodeFunctionData } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResolver } from '../../../src/core/resolvers/resolvers.ts'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { send } from '../../support/chain/registry-writes.ts'
import { createFolder } from '../../support/folders.ts'
import { type SwitchableSigner, startSwitchableSigner } from '../../support/health/switchable.ts'
import { type RunningCommand, runCommand, startCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import type { Settings } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** A service whose keys move to the process `byname signer`, with a data folder of its own. */
let sandbox: TestSandbox
let socket: string
let signerSettings: Settings
let running: RunningCommand
let front: SwitchableSigner | undefined
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeAll(async () => {
  const folder = await createFolder('signer')
  socket = join(folder, 'signer.sock')
  sandbox = await startTestSandbox({ SIGNER_SOCKET: socket, SIGNER_TIMEOUT: '1' })
  const { resolver, resolverId } = sandbox.file.chains[1]
  const { signingScheme } = await getResolver(sandbox.context, resolverId)
  signerSettings = {
    DATA_DIR: folder,
    SIGNER_SOCKET: join(folder, 'process.sock'),
    SIGNER_RESOLVERS: `1:${resolver}:${signingScheme}`,
  }
  await addName(sandbox, { name: sandbox.file.domain, chainId: 1 }, 'alice', {
    addresses: [{ coinType: 60, address }],
  })
})
afterAll(async () => {
  front?.close()
  await sandbox.stop()
})

const startSigner = () => startCommand(['signer'], signerSettings, /the signer is ready/)

const lookUp = (label: string) =>
  viemClient(sandbox).getEnsAddress({ name: `${label}.${sandbox.file.domain}`, strict: true })

test('rule: a key moves to the process by a rotation, while names resolve', async () => {
  expect(await lookUp('alice')).toBe(address)
  const made = await runCommand(['signers', 'new', '--chain', '1', '--json'], signerSettings)
  const { address: signer } = JSON.parse(made.output)
  running = await startSigner()
  front = await startSwitchableSigner(socket, signerSettings['SIGNER_SOCKET'] ?? '', signer)
  await waitUntil('the service knows the key', () => sandbox.context.signers.get(1)?.[0]?.address === signer)
  const environment = {
    DATA_DIR: sandbox.context.config.dataDir,
    SIGNER_SOCKET: socket,
    PUBLIC_URL: sandbox.file.url,
    RPC_URL_1: sandbox.devnet.rpcUrl(1),
    GATEWAY_SIGNATURE_TTL: '2',
    OWNER_KEY: sandbox.devnet.accounts.at(-1)?.privateKey ?? '',
  }
  const rotate = ['signers', 'rotate', sandbox.file.chains[1].resolverId, '--key-from', 'OWNER_KEY', '--json']
  const { code, errors } = await runCommand([...rotate, '--settle', '0'], environment)
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining(`Rotating to ${signer}`) })
  const listed = await viemClient(sandbox).readContract({
    address: sandbox.file.chains[1].resolver,
    abi: bynameResolverAbi,
    functionName: 'signers',
  })
  expect(listed).toEqual([signer])
  expect(await lookUp('alice')).toBe(address)
  const again = await runCommand(rotate, environment)
  expect({ code: again.code, errors: again.errors }).toEqual({
    code: 1,
    errors: expect.stringContaining('All keys that are configured for chain 1 are in use.'),
  })
})

test('rule: without the process, lookups that were signed still resolve, others fail, and all do when it is back', async () => {
  await running.end('SIGKILL')
  expect(await lookUp('alice')).toBe(address)
  await expect(lookUp('absent-1')).rejects.toThrow('HTTP request failed')
  running = await startSigner()
  const resolves = () =>
    lookUp('absent-2').then(
      (found) => found === null,
      () => false,
    )
  await waitUntil('the rest after its failures is over, and names resolve', resolves)
  expect(await running.end('SIGTERM')).toBe(0)
  expect(running.readOutput()).toMatch(/"counted":\[\{"chainId":1,.+"signatures":\d+,"responses":\d+\}\]/)
})

/** Milliseconds, by `healthyMs` of the same lookups: `SIGNER_TIMEOUT` for the first, and time for the next signature. */
const longestWait = (healthyMs: number) => 1_000 + 3 * Math.max(1_000, healthyMs)

test('rule: while the first signer fails in any way, the next one that the contract trusts signs, and no other', async () => {
  const { resolver } = sandbox.file.chains[1]
  const deployer = sandbox.devnet.accounts.at(-1)?.address ?? resolver
  const spare = privateKeyToAddress(signerKeys(sandbox.devnet)[1])
  const change = async (functionName: 'addSigner' | 'removeSigner') => {
    const data = encodeFunctionData({ abi: bynameResolverAbi, functionName, args: [spare] })
    await send(sandbox.devnet.rpcUrl(1), deployer, resolver, data)
    await sandbox.context.health.survey(new AbortController().signal)
  }
  let asked = 0
  const lookUpNew = async () => {
    const startedAt = performance.now()
    const found = await lookUp(`unknown-${asked++}`)
    return { found, ms: performance.now() - startedAt }
  }
  const lookUpTogether = () => Promise.all(Array.from({ length: 20 }, lookUpNew))
  running = await startSigner()
  await change('addSigner')
  const maxWaitMs = longestWait(Math.max(...(await lookUpTogether()).map(({ ms }) => ms)))
  const failures: readonly (() => unknown)[] = [
    ...(['silent', 'rubbish'] as const).map((behaviour) => () => {
      if (front) front.behaviour = behaviour
    }),
    () => running.end('SIGKILL'),
  ]
  for (const fail of failures) {
    await fail()
    const lookups: Awaited<ReturnType<typeof lookUpNew>>[] = []
    for (let round = 0; round < 6; round++) lookups.push(await lookUpNew())
    lookups.push(...(await lookUpTogether()))
    for (const { found, ms } of lookups) {
      expect(found).toBeNull()
      expect(ms).toBeLessThan(maxWaitMs)
    }
    if (front) front.behaviour = 'as it is'
  }
  await change('removeSigner')
  await expect(lookUpNew()).rejects.toThrow('HTTP request failed')
})
