import { bynameResolverAbi } from '@byname/contracts/BynameResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import { getAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayUrls, getResolver } from '../../../src/core/resolvers/resolvers.ts'
import { signingSchemes } from '../../../src/gateway/digest.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { signerKeys } from '../../../src/sandbox/seed.ts'
import { deployResolverOf } from '../../support/chain/deploy-resolver.ts'
import { localWallet } from '../../support/chain/deployer.ts'
import { addName, signerAddressOf } from '../../support/chain/onboard-domain.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { runCommand } from '../../support/service/command.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../../support/service/sandbox.ts'

const deployerKey = generatePrivateKey()

let sandbox: TestSandbox
/** The id of the entry that a test deploys. */
let resolverId: string
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const { context, devnet, file } = sandbox
  environment = {
    DATA_DIR: context.config.dataDir,
    PUBLIC_URL: `${file.url}/`,
    RPC_URL_1: devnet.rpcUrl(1),
    RPC_URL_11155111: devnet.rpcUrl(11155111),
    SIGNER_KEY_1: signerKeys(devnet)[1],
    DEPLOYER_KEY: deployerKey,
  }
})
afterAll(() => sandbox.stop())

function deploy(settings: Readonly<Record<string, string>> = {}, chain = '1') {
  return runCommand(
    ['resolvers', 'deploy', '--chain', chain, '--owner', user(sandbox, 1).address, '--private', '--json'],
    {
      ...environment,
      ...settings,
    },
  )
}

/** Funds the deployer, who has nothing at first. */
async function fund() {
  const wallet = localWallet(sandbox.devnet.rpcUrl(1))
  const to = privateKeyToAddress(deployerKey)
  const hash = await wallet.sendTransaction({ to, value: parseEther('1'), chain: null })
  await minedReceipt(wallet, hash)
}

test('rule: a failed deployment reports its reason and registers nothing', async () => {
  const before = dataOf(await sandbox.call('GET', '/ens/v1/offchain-resolvers'))
  const { devnet } = sandbox
  for (const [settings, chain, reason] of [
    [{ DEPLOYER_KEY: '' }, '1', 'Set DEPLOYER_KEY'],
    [{}, '11155111', 'has no signer: set SIGNER_KEY_11155111'],
    [{ RPC_URL_1: '' }, '1', 'no RPC configured for chain 1'],
    [{ RPC_URL_1: devnet.rpcUrl(11155111) }, '1', 'serves chain 11155111'],
    [{}, '1', 'has 0 ETH on chain 1'],
  ] as const) {
    const { code, errors } = await deploy(settings, chain)
    expect(errors).toContain(reason)
    expect(errors).not.toContain(deployerKey.slice(2))
    expect(code).toBe(1)
  }
  expect(dataOf(await sandbox.call('GET', '/ens/v1/offchain-resolvers'))).toEqual(before)
})

test('a resolver deployed by the command serves a domain that viem resolves', async () => {
  const { call, devnet, file } = sandbox
  await fund()
  const { code, output, errors } = await deploy()
  expect(errors).toContain('Deployed 0x')
  expect(code).toBe(0)
  const { id, resolverAddress: address, signingScheme } = JSON.parse(output)
  expect(signingScheme).toBe('merkle')
  resolverId = id
  expect(dataOf(await call('GET', `/ens/v1/offchain-resolvers/${id}`))).toMatchObject({
    resolverAddress: address,
    chainId: 1,
  })

  const contract = { address, abi: bynameResolverAbi } as const
  const client = viemClient(sandbox)
  expect(await client.readContract({ ...contract, functionName: 'owner' })).toBe(user(sandbox, 1).address)
  const args = [signerAddressOf(sandbox, 1)] as const
  expect(await client.readContract({ ...contract, functionName: 'isSigner', args })).toBe(true)

  await devnet.registerName(1, 'deployed', { owner: user(sandbox, 0).address, resolver: address })
  const body = { ensDomain: 'deployed.eth', offchainResolverId: id, workspaceId: file.workspaceId }
  dataOf(await call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': file.adminKey }, body }))
  const holder = user(sandbox, 2).address
  await addName(sandbox, { name: 'deployed.eth', chainId: 1 }, 'alice', {
    addresses: [{ coinType: 60, address: holder }],
  })
  expect(await client.getEnsAddress({ name: 'alice.deployed.eth', strict: true })).toBe(holder)
})

test('rule: an entry that moves to a new contract serves the domain again once its owner has followed', async () => {
  const { call, devnet, file } = sandbox
  const name = 'alice.deployed.eth'
  const shown = async () => {
    const record = await call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`)
    const { isJAN, records } = dataOf<WireRecord>(record)
    return { isJAN, resolverAddress: records.resolverAddress }
  }
  const resolve = () => viemClient(sandbox).getEnsAddress({ name, strict: true })

  const urls = gatewayUrls(file.url, resolverId)
  const moved = getAddress(await devnet.deployResolver(1, { urls, signers: [signerAddressOf(sandbox, 1)] }))
  const body = {
    id: resolverId,
    resolverAddress: moved,
    ensRegistryAddress: devnet.addresses(1).registry,
    nodeProvider: 'https://rpc.example',
    environment: 'production',
  }
  const headers = { 'x-api-key': file.adminKey }
  dataOf(await call('POST', '/ens/v1/offchain-resolvers/update', { headers, body }))
  expect(await shown()).toEqual({ isJAN: false, resolverAddress: moved })
  await expect(resolve()).rejects.toThrow()

  await devnet.pointName(1, 'deployed.eth', { owner: user(sandbox, 0).address, resolver: moved })
  expect(await resolve()).toBe(user(sandbox, 2).address)
  const check = await call('GET', `/ens/v1/ens/check/resolver/deployed.eth/${resolverId}`)
  expect(dataOf(check)).toMatchObject({ isConfigured: true })
  expect(await shown()).toEqual({ isJAN: true, resolverAddress: moved })
})

test('rule: an entry that moves to a contract of another scheme is signed for by that', async () => {
  const { call, context, devnet, file } = sandbox
  const schemeAt = async (resolverAddress: string) => {
    const { registryAddress, nodeProvider, environment } = await getResolver(context, resolverId)
    const body = {
      ...{ id: resolverId, resolverAddress, ensRegistryAddress: registryAddress },
      ...{ nodeProvider, environment },
    }
    const headers = { 'x-api-key': file.adminKey }
    dataOf(await call('POST', '/ens/v1/offchain-resolvers/update', { headers, body }))
    return (await getResolver(context, resolverId)).signingScheme
  }
  const { address: deployed } = await getResolver(context, resolverId)
  for (const scheme of signingSchemes) {
    const contract = { scheme, url: file.url, signers: [signerAddressOf(sandbox, 1)] }
    expect(await schemeAt(await deployResolverOf(devnet, { chainId: 1, ...contract }))).toBe(scheme)
  }
  // Without a contract, what all versions of ours accept.
  expect(await schemeAt(user(sandbox, 4).address)).toBe('chain-bound')
  expect(await schemeAt(deployed)).toBe('merkle')
})
