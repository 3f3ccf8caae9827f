import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { setOnchainAddress } from '../../support/chain/onchain-name.ts'
import type { Signer } from '../../support/credentials/signed-headers.ts'
import { appendFields, changePermission, type HeldSubname } from '../../support/entities/mapps.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { startHttpServer } from '../../support/http/http-server.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const fields = [{ key: 'com.github', value: '{}' }]

let sandbox: TestSandbox
let labels = 0

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Issues a name below demo.eth. */
async function issue(holder: Signer, chainId: ChainId = 1): Promise<HeldSubname> {
  const addresses = [{ coinType: 60, address: holder.address }]
  const response = await addName(sandbox, { name: 'demo.eth', chainId }, `granting-${labels++}`, {
    addresses,
  })
  return { ens: dataOf<WireRecord>(response).ens, chainId, holder }
}

/** Registers a name on chain that resolves to a user. */
async function mAppOf(holder: Signer, name: string, chainId: ChainId = 1): Promise<HeldSubname> {
  await setOnchainAddress(sandbox, {
    name,
    chainId,
    owner: user(sandbox, 5).address,
    address: holder.address,
  })
  return { ens: name, chainId, holder }
}

test.each([1, 11155111] as const)(
  'rule: an mApp whose name is on chain %i signs with the address that the name resolves to there',
  async (chainId) => {
    const name = await issue(user(sandbox, 2), chainId)
    const app = await mAppOf(user(sandbox, 3), 'justverified.eth', chainId)
    await changePermission(sandbox, 'add', name, app.ens)
    const otherApp = { ...app, holder: user(sandbox, 4) }
    expectError(await appendFields(sandbox, name, otherApp, fields), 403, 'NotHolderException')
    const { records } = dataOf<WireRecord>(await appendFields(sandbox, name, app, fields), 201)
    expect(records.texts).toEqual([
      { key: 'mApps', value: '{"mApps":["justverified.eth"]}' },
      { key: 'com.github_justverified.eth', value: '{}' },
    ])
    await mAppOf(user(sandbox, 4), app.ens, chainId)
    expectError(await appendFields(sandbox, name, app, fields), 403, 'NotHolderException')
    dataOf(await appendFields(sandbox, name, otherApp, fields), 201)
  },
)

test('rule: the address of an mApp on one chain has no rights on the other', async () => {
  const name = await issue(user(sandbox, 2), 11155111)
  const app = { ...(await mAppOf(user(sandbox, 3), 'mainnet-only.eth')), chainId: 11155111 }
  await changePermission(sandbox, 'add', name, app.ens)
  expectError(await appendFields(sandbox, name, app, fields), 403, 'NotHolderException')
})

test('403 for an mApp whose name does not exist', async () => {
  const name = await issue(user(sandbox, 2))
  const app = { ens: 'unregistered.eth', chainId: 1, holder: user(sandbox, 3) }
  await changePermission(sandbox, 'add', name, app.ens)
  expectError(await appendFields(sandbox, name, app, fields), 403, 'NotHolderException')
})

test('502 for an mApp whose resolver refers to an internal host, and nothing is sent there', async () => {
  let requests = 0
  const server = await startHttpServer((_, response) => {
    requests++
    response.end()
  })
  const { devnet } = sandbox
  const resolver = await deploy(devnet.rpcUrl(1), 'LookupResolver', [server.url], 1n, false)
  await devnet.registerName(1, 'inward', { owner: user(sandbox, 3).address, resolver })
  const name = await issue(user(sandbox, 2))
  const app = { ens: 'inward.eth', chainId: 1, holder: user(sandbox, 3) }
  await changePermission(sandbox, 'add', name, app.ens)
  expectError(await appendFields(sandbox, name, app, fields), 502, 'UpstreamException')
  await server.close()
  expect(requests).toBe(0)
})

test('rule: a contract wallet grants and revokes (ERC-1271)', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const address = await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', owner.address)
  const name = await issue({ address, signMessage: owner.signMessage })
  expect((await changePermission(sandbox, 'add', name, 'app.eth')).records.texts).toHaveLength(1)
  expect((await changePermission(sandbox, 'revoke', name, 'app.eth')).records.texts).toEqual([])
})
