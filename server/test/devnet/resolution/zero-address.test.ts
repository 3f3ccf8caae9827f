import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireOnchainRecord, WireRecord } from '../../../src/http/schema/names.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { appendFields, changePermission } from '../../support/entities/mapps.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const demo = { name: 'demo.eth', chainId: 1 } as const
const zero = { coinType: 60, address: zeroAddress }
const text = [{ key: 'url', value: 'https://example.com' }]

async function issue(label: string) {
  return dataOf<WireRecord>(await addName(sandbox, demo, label, { addresses: [zero], text })).ens
}

test('rule: clients of ENS find no address for a name with the zero address, and its texts', async () => {
  const name = await issue('zero-clients')
  const viem = viemClient(sandbox)
  expect(await viem.getEnsAddress({ name })).toBeNull()
  expect(await viem.getEnsText({ name, key: 'url' })).toBe('https://example.com')
  const resolver = await ethersProvider(sandbox).getResolver(name)
  expect(await resolver?.getAddress()).toBeNull()
  expect(await resolver?.getText('url')).toBe('https://example.com')
})

test.each(['/ens/v1/subname/records', '/ens/v2/subnames/records', '/ens/v2/resolve'])(
  'rule: %s, which reads through the resolver, has no address for a name with the zero address',
  async (path) => {
    const name = await issue(`zero${path.replaceAll('/', '-')}`)
    const { rpcUrl } = sandbox.file.chains['1']
    const query = new URLSearchParams({ ens: name, providerUrl: rpcUrl, rpcUrl })
    const { records } = dataOf<WireOnchainRecord>(await sandbox.call('GET', `${path}?${query}`))
    expect(records).toMatchObject({ texts: text, coins: [], addresses: [] })
  },
)

test('403 for fields of an mApp whose name has the zero address, for every signer', async () => {
  const mApp = await issue('zero-app')
  const holder = createWallet()
  const addresses = [{ coinType: 60, address: holder.address }]
  const { ens } = dataOf<WireRecord>(await addName(sandbox, demo, 'zero-granting', { addresses }))
  const held = { ens, chainId: 1, holder } as const
  await changePermission(sandbox, 'add', held, mApp)
  const signer = { ens: mApp, chainId: 1, holder: createWallet() } as const
  const fields = [{ key: 'com.github', value: '{}' }]
  expectError(await appendFields(sandbox, held, signer, fields), 403, 'NotHolderException')
})
