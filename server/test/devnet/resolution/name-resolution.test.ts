import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

function resolve(name: string): Promise<ApiResponse> {
  return sandbox.call('GET', `/byname/v1/names/${name}/resolution?chainId=1`)
}

const description = { key: 'description', value: 'hello' }

async function addAlice(address: string) {
  dataOf(
    await sandbox.call('POST', '/ens/v1/subname/add', {
      headers: { 'x-api-key': sandbox.file.apiKey },
      body: {
        username: 'alice',
        ensDomain: 'demo.eth',
        chainId: 1,
        addresses: [{ coinType: 60, address }],
        text: [description],
        contentHash: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
        overrideSignatureCheck: true,
      },
    }),
  )
}

test('200 with what a wallet reads through the chain and the gateway, and the time that it took', async () => {
  const address = sandbox.file.accounts[1]?.address ?? ''
  await addAlice(address)
  const data = dataOf<{ durationMs: number }>(await resolve('alice.demo.eth'))
  expect(data).toMatchObject({
    ens: 'alice.demo.eth',
    chainId: 1,
    isJAN: true,
    records: {
      resolverAddress: getAddress(sandbox.file.chains[1].resolver),
      texts: [description],
      addresses: [{ id: 60, value: address }],
      contentHash: { protocolType: 'ipfs' },
    },
  })
  expect(data.durationMs).toBeGreaterThan(0)
})

test('rule: the resolution shows that a domain uses another resolver on chain', async () => {
  const { resolver } = sandbox.file.chains[1]
  await sandbox.devnet.setResolver(1, 'demo.eth', sandbox.devnet.addresses(1).publicResolver)
  expect(dataOf(await resolve('demo.eth'))).toMatchObject({ isJAN: false, records: { texts: [] } })
  await sandbox.devnet.setResolver(1, 'demo.eth', resolver)
  expect(dataOf(await resolve('demo.eth'))).toMatchObject({ isJAN: true })
})

test('404 for a name that this service has not issued, without a call to the chain', async () => {
  expectError(await resolve('vitalik.eth'), 404, 'SubnameNotFoundException')
})
