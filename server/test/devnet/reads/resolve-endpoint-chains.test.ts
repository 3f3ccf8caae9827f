import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmCoinType } from '../../../src/ens/coin-types.ts'
import { interoperableChecksum } from '../../../src/ens/interoperable.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { resolveAllOn, resolveOn, resolveOneOn } from '../../support/gateway/resolve.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import {
  type ChainId,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'

const onMainnet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const onBase = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const anywhere = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const base = evmCoinType(8453)

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox({ RATE_LIMIT_FREE_RESOLVE_PER_IP: '100000' })
  const addresses = [
    { coinType: 60, address: onMainnet },
    { coinType: base, address: onBase },
    { coinType: 0, address: bitcoin },
  ]
  for (const chainId of [1, 11155111] as const) {
    const demo = { name: 'demo.eth', chainId }
    await addName(sandbox, demo, 'alice', { addresses, text: [{ key: 'url', value: 'https://a.example' }] })
    const byDefault = { coinType: 0x80000000, address: anywhere }
    await addName(sandbox, demo, 'default', { addresses: [...addresses.slice(0, 1), byDefault] })
  }
})
afterAll(() => sandbox.stop())

/** The one coin of a name in the `@` form, as coin type and text; undefined when it has none. */
async function coinOf(ens: string, chainId: ChainId = 1) {
  const found = await resolveOneOn(sandbox, ens, chainId)
  expect(found).toMatchObject({ ens: ens.split('@')[0], isClaimed: true, isJAN: true })
  const { texts, coins, addresses, contentHash } = found.records
  expect({ texts, addresses, contentHash }).toEqual({ texts: [], addresses: coins, contentHash: null })
  expect(coins.length).toBeLessThanOrEqual(1)
  const [coin] = coins
  return coin && [coin.id, coin.value]
}

test.each([
  ['a number', 'alice.demo.eth@8453', [base, onBase]],
  ['the number of mainnet', 'alice.demo.eth@1', [60, onMainnet]],
  ['eip155', 'alice.demo.eth@eip155:8453', [base, onBase]],
  ['a label', 'alice.demo.eth@base', [base, onBase]],
  ['a label in capitals', 'alice.demo.eth@BASE', [base, onBase]],
  ['an alias', 'alice.demo.eth@mainnet', [60, onMainnet]],
  ['another alias', 'alice.demo.eth@ethereum', [60, onMainnet]],
  ['a chain that is no EVM chain', 'alice.demo.eth@btc', [0, bitcoin]],
  ['an alias of one', 'alice.demo.eth@bitcoin', [0, bitcoin]],
  ['a chain without an address', 'alice.demo.eth@arbitrum', undefined],
  ['a chain whose address is the default one', 'default.demo.eth@op', [evmCoinType(10), anywhere]],
  ['a chain of no name', 'default.demo.eth@424242', [evmCoinType(424242), anywhere]],
  ['no EVM chain, where there is a default', 'default.demo.eth@btc', undefined],
])('rule: the chain can be %s: %s', async (_, ens, coin) => expect(await coinOf(ens)).toEqual(coin))

test.each([
  ['300 letters', 'a'.repeat(300)],
  ['70 rockets', '🚀'.repeat(70)],
])('rule: a name with a label of %s has no records, also in viem', async (_, label) => {
  const name = `${label}.demo.eth`
  const found = await resolveOneOn(sandbox, name, 1)
  expect(found).toMatchObject({
    ens: name,
    isClaimed: false,
    records: { coins: [], texts: [], contentHash: null },
  })
  const rpcUrl = encodeURIComponent(sandbox.file.chains['1'].rpcUrl)
  const path = `/ens/v1/subname/records?ens=${encodeURIComponent(name)}&chainId=1&providerUrl=${rpcUrl}`
  expect(dataOf(await sandbox.call('GET', path))).toMatchObject({
    ens: name,
    records: { coins: [], texts: [] },
  })
  expect(await viemClient(sandbox).getEnsAddress({ name, strict: true })).toBeNull()
})

test('rule: on Sepolia, coin type 60 replaces the address of Sepolia', async () => {
  expect(await coinOf('alice.demo.eth@sepolia', 11155111)).toEqual([60, onMainnet])
  expect(await coinOf('alice.demo.eth@sepolia')).toBeUndefined()
})

test.each(['nowhere', 'under_score', '0', '2147483648', 'eip155:0', 'solana:x'])(
  '400 for the unknown chain @%s',
  async (label) => {
    expectError(await resolveOn(sandbox, `alice.demo.eth@${label}`), 400, 'UnsupportedChainException')
    const [unknown, known] = await resolveAllOn(sandbox, [`alice.demo.eth@${label}`, 'alice.demo.eth@base'])
    expect([unknown, known?.records.coins.length]).toEqual([null, 1])
  },
)

describe('the checksum', () => {
  test.each([
    ['alice.demo.eth@base', interoperableChecksum(base, onBase), [base, onBase]],
    ['alice.demo.eth@eip155:8453', interoperableChecksum(base, onBase), [base, onBase]],
    ['alice.demo.eth@1', interoperableChecksum(60, onMainnet), [60, onMainnet]],
  ])('rule: a name with a right checksum is accepted: %s#%s', async (ens, checksum, coin) =>
    expect(await coinOf(`${ens}#${checksum}`)).toEqual(coin),
  )

  test.each([
    ['of another address', 'base', interoperableChecksum(base, onMainnet)],
    ['of another chain', 'base', interoperableChecksum(60, onBase)],
    ['where there is no address', 'arbitrum', interoperableChecksum(evmCoinType(42161), onMainnet)],
    ['where the chain has none', 'btc', '597D21A1'],
  ])('400 for a checksum %s', async (_, chain, checksum) => {
    const ens = `alice.demo.eth@${chain}#${checksum}`
    expectError(await resolveOn(sandbox, ens), 400, 'InvalidNameException')
    expect(await resolveAllOn(sandbox, [ens, ens])).toEqual([null, null])
  })
})
