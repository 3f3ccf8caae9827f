import { access, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { decodeFunctionData } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readGatewaySigners } from '../../../src/core/resolvers/gateway-signers.ts'
import { chainClientOf } from '../../../src/rpc/operator.ts'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { runCommand, startCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, viemClient } from '../../support/service/sandbox.ts'
import type { Settings } from '../../support/service/service.ts'
import {
  type KmsKey,
  kmsCredentials,
  kmsSettings,
  startKms,
  type TestKms,
} from '../../support/signers/kms-server.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Rotations of the signer of a service that answers lookups all the time. */
let sandbox: TestSandbox
let environment: Settings
let keyFile: string
let kms: TestKms
/** Out of reach before its test, so that the contract of the sandbox does not list it. */
let kmsKey: KmsKey
beforeAll(async () => {
  for (const [name, value] of Object.entries(kmsCredentials)) vi.stubEnv(name, value)
  kms = await startKms()
  kmsKey = kms.addKey('names')
  kmsKey.fault = 'AccessDeniedException'
  sandbox = await startTestSandbox(kmsSettings(kms, kmsKey))
  const { context, devnet, file } = sandbox
  environment = {
    DATA_DIR: context.config.dataDir,
    PUBLIC_URL: file.url,
    RPC_URL_1: devnet.rpcUrl(1),
    SIGNER_KEY_1: signerKeys(devnet)[1],
    // How long the command waits. The clock of a new chain is some seconds ahead: shorter responses would have expired.
    GATEWAY_SIGNATURE_TTL: '2',
    OWNER_KEY: devnet.accounts.at(-1)?.privateKey ?? '',
  }
  keyFile = join(context.config.dataDir, 'signer-key-1')
  for (const label of ['alice', 'bob'])
    await addName(sandbox, { name: file.domain, chainId: 1 }, label, {
      addresses: [{ coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox.stop()
  await kms.stop()
})

const rotate = (): readonly string[] => [
  'signers',
  'rotate',
  sandbox.file.chains[1].resolverId,
  '--key-from',
  'OWNER_KEY',
  '--settle',
  '2',
]

function listedSigners() {
  const { resolver } = sandbox.file.chains[1]
  return viemClient(sandbox).readContract({
    address: resolver,
    abi: bynameResolverAbi,
    functionName: 'signers',
  })
}

/** Of each gateway of the contract. */
async function usedSigners(): Promise<readonly string[]> {
  const { resolver: address } = sandbox.file.chains[1]
  const chain = chainClientOf(sandbox.context.chains, 1)
  const resolver = { address, signingScheme: 'merkle' } as const
  return [...(await readGatewaySigners(chain, resolver, sandbox.file.domain))]
}

/** Looks names up as a client does until it is stopped; returns how many lookups there were, and which failed. */
function lookUpContinuously() {
  const client = viemClient(sandbox)
  const failures: string[] = []
  const stopping = new AbortController()
  let count = 0
  const run = async (name: string) => {
    while (!stopping.signal.aborted) {
      const address = await client
        .getEnsAddress({ name, strict: true })
        .catch((error: Error) => error.message)
      if (address !== '0x70997970C51812dc3A010C7d01b50e0d17dc79C8') failures.push(String(address))
      count++
    }
  }
  const running = ['alice', 'bob'].map((label) => run(`${label}.${sandbox.file.domain}`))
  const stop = async () => {
    stopping.abort()
    await Promise.all(running)
    return { failures, count }
  }
  onTestFinished(() => void stop())
  return stop
}

test('rule: a rotation that is killed at each of its steps is completed by the next run, and no lookup fails', async () => {
  const [old = ''] = await listedSigners()
  const stopLookups = lookUpContinuously()
  let [signer, killed] = ['', 0]
  const steps = [
    /The new key is in/,
    /Sent 0x/,
    /for the nodes of clients/,
    /All gateways sign with/,
    /GATEWAY_SIGNATURE_TTL/,
    /GATEWAY_SIGNATURE_TTL[\s\S]*Sent 0x/,
  ]
  for (const step of steps) {
    const run = await startCommand(rotate(), environment, step).catch((error: Error) => error)
    // On a slow machine the kill before this came late, and this run has passed the step.
    if (run instanceof Error) break
    killed++
    await run.end('SIGKILL')
    signer ||= /its address is (0x\w+)/.exec(run.output)?.[1] ?? ''
  }
  expect(killed).toBeGreaterThan(1)
  if (killed === steps.length) {
    const { code, output, errors } = await runCommand([...rotate(), '--json'], environment)
    expect({ code, isContinued: errors.includes(`Continuing the rotation to ${signer}.`) }).toEqual({
      code: 0,
      isContinued: true,
    })
    expect(output).toContain(signer)
  }
  expect(await stopLookups()).toEqual({ failures: [], count: expect.toSatisfy((count) => count > 20) })
  expect(await listedSigners()).toEqual([signer])
  expect(old).not.toBe(signer)
  expect(await usedSigners()).toEqual([signer])
  const keys = (await readFile(keyFile, 'utf8')).trim().split('\n')
  expect(keys.map((key) => privateKeyToAddress(key as `0x${string}`))).toEqual([signer])
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const { resolverId } = sandbox.file.chains[1]
  await expect(access(join(sandbox.context.config.dataDir, `signer-rotation-${resolverId}`))).rejects.toThrow(
    'ENOENT',
  )
})

test('rule: a leaked key is replaced without a wait for its responses, and the next start uses the new one', async () => {
  const [leaked = ''] = await listedSigners()
  const { code, errors, output } = await runCommand([...rotate(), '--leaked', '--json'], environment)
  expect({ code, errors }).toEqual({ code: 0, errors: expect.not.stringContaining('GATEWAY_SIGNATURE_TTL)') })
  const [signer = ''] = await listedSigners()
  const { resolverId } = sandbox.file.chains[1]
  expect(JSON.parse(output)).toEqual({ resolver: resolverId, signer, removed: [leaked] })
  expect(await listedSigners()).toEqual([signer])
  expect(signer).not.toBe(leaked)
  expect(await usedSigners()).toEqual([signer])
  const addresses = await runCommand(['signers', 'address', '--json'], environment)
  expect(JSON.parse(addresses.output)).toMatchObject([
    { chainId: 1, address: signer, from: keyFile },
    { chainId: 1, from: 'environment' },
  ])
})

test('rule: of several keys the first that the contract lists signs; a malformed file changes nothing', async () => {
  kmsKey.fault = undefined
  await waitUntil('the service has opened the key', async () => {
    await sandbox.context.reloadSigners().catch(() => {})
    return sandbox.context.signers.get(1)?.[0]?.address === kmsKey.address
  })
  const before = await readFile(keyFile, 'utf8')
  const [signer = ''] = await listedSigners()
  const unlisted = `0x${'77'.repeat(32)}`
  await writeFile(keyFile, `${unlisted}\n${before}`)
  await sandbox.context.reloadSigners()
  expect(sandbox.context.signers.get(1)?.[1]?.address).not.toBe(signer)
  expect(await usedSigners()).toEqual([signer])
  await writeFile(keyFile, 'nonsense')
  await expect(sandbox.context.reloadSigners()).rejects.toThrow(`Line 1 of ${keyFile} is not a private key`)
  expect(await usedSigners()).toEqual([signer])
  await writeFile(keyFile, before)
  await sandbox.context.reloadSigners()
})

test('rule: add-signer and remove-signer print the transaction for an owner elsewhere', async () => {
  const { resolver, resolverId } = sandbox.file.chains[1]
  const signer = privateKeyToAddress(`0x${'77'.repeat(32)}`)
  for (const [verb, functionName] of [
    ['add', 'addSigner'],
    ['remove', 'removeSigner'],
  ] as const) {
    const { code, output } = await runCommand(
      ['resolvers', `${verb}-signer`, resolverId, signer, '--json'],
      environment,
    )
    expect(code).toBe(0)
    const { to, data } = JSON.parse(output)
    expect(to.toLowerCase()).toBe(resolver.toLowerCase())
    expect(decodeFunctionData({ abi: bynameResolverAbi, data })).toEqual({ functionName, args: [signer] })
  }
})

test('rule: signers new makes the first key of a chain and does not replace one', async () => {
  const made = await runCommand(['signers', 'new', '--chain', '11155111', '--json'], environment)
  expect(made.code).toBe(0)
  const { address, file } = JSON.parse(made.output)
  const key = (await readFile(file, 'utf8')).trim()
  expect(privateKeyToAddress(key as `0x${string}`)).toBe(address)
  expect(made.output + made.errors).not.toContain(key.slice(2))
  expect(await runCommand(['signers', 'new', '--chain', '11155111'], environment)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('To replace it, run: byname signers rotate'),
  })
})

test('rule: a rotation to a key in AWS KMS drops the key of the file, and the next one makes no key', async () => {
  const [old = ''] = await listedSigners()
  const withKms = { ...environment, ...kmsCredentials, ...kmsSettings(kms, kmsKey) }
  const { code, output, errors } = await runCommand([...rotate(), '--json'], withKms)
  const { resolverId } = sandbox.file.chains[1]
  expect({ code, errors }).toEqual({
    code: 0,
    errors: expect.stringContaining('is configured and not in use'),
  })
  expect(JSON.parse(output)).toEqual({ resolver: resolverId, signer: kmsKey.address, removed: [old] })
  expect([await listedSigners(), await usedSigners()]).toEqual([[kmsKey.address], [kmsKey.address]])
  await expect(access(keyFile)).rejects.toThrow('ENOENT')

  const again = await runCommand(rotate(), withKms)
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('Make a new one where they are') })
  await expect(access(keyFile)).rejects.toThrow('ENOENT')
})
