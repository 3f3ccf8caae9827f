import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, dataOf, expectFailure } from '../support/api-client.ts'
import { deploy } from '../support/deployer.ts'
import { startTestSandbox, type TestSandbox, user, viemClient } from '../support/sandbox.ts'

let sandbox: TestSandbox
let contract: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  contract = getAddress(await deploy(sandbox.devnet.rpcUrl(1), 'SmartAccount', user(sandbox, 0).address))
})
afterAll(() => sandbox.stop())

/** Asks to name a contract under demo.eth on mainnet, on the admin key unless the request says otherwise. */
function nameContract(label: string, body: object, key = sandbox.file.adminKey): Promise<Answer> {
  const names = { username: label, ensDomain: 'demo.eth', chainId: 1 }
  const providerUrls = [sandbox.devnet.rpcUrl(1)]
  return sandbox.call('POST', '/ens/v1/subname/admin-name-evm-contract', {
    headers: { 'x-api-key': key },
    body: { ...names, providerUrls, addresses: [{ coinType: 60, address: contract }], ...body },
  })
}

const addressOf = (name: string) => viemClient(sandbox).getEnsAddress({ name, strict: true })

test('200 for a contract, and the name resolves to it', async () => {
  expect(dataOf(await nameContract('vault', {}))).toMatchObject({
    ens: 'vault.demo.eth',
    isClaimed: true,
    records: { coins: [{ id: 60, value: contract }] },
  })
  expect(await addressOf('vault.demo.eth')).toBe(contract)
})

const elsewhere = 2147492101

/** What is refused, by the reason. Made in the test, because the addresses are known only then. */
const refusals = () => ({
  'an account with a key': { addresses: [{ coinType: 60, address: user(sandbox, 1).address }] },
  'a chain that no node serves': {
    addresses: [
      { coinType: 60, address: contract },
      { coinType: elsewhere, address: contract },
    ],
  },
  'a coin type that is no EVM chain': {
    addresses: [
      { coinType: 60, address: contract },
      { coinType: 0, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
    ],
  },
  'addresses without coin type 60': { addresses: [{ coinType: elsewhere, address: contract }] },
  'the node of the other chain': { providerUrls: [sandbox.devnet.rpcUrl(11155111)] },
})

test('400 for what is not a contract on its chain, and nothing is issued', async () => {
  for (const [index, body] of Object.values(refusals()).entries()) {
    expectFailure(await nameContract(`refused-${index}`, body), 400, 'InvalidRecordException')
    expect(await addressOf(`refused-${index}.demo.eth`)).toBeNull()
  }
})

test('400 for a node on this machine that is not one of the sandbox', async () => {
  const refused = await nameContract('inside', { providerUrls: ['http://127.0.0.1:1/'] })
  expectFailure(refused, 400, 'RpcUrlRejectedException')
})

test('403 on the key of a workspace, 409 when the label is taken', async () => {
  expectFailure(await nameContract('mine', {}, sandbox.file.apiKey), 403, 'ForbiddenException')
  dataOf(await nameContract('twice', {}))
  expectFailure(await nameContract('twice', {}), 409, 'SubdomainAlreadyExistsException')
})
