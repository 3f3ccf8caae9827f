import { type Hex, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evmCoinType } from '../../../src/ens/coin-types.ts'
import { interoperableChecksum } from '../../../src/ens/interoperable.ts'
import { deploy } from '../../support/chain/deployer.ts'
import { addName } from '../../support/chain/onboard-domain.ts'
import { setSubnodeOwner } from '../../support/chain/registry-writes.ts'
import { readNameOn, readRecordsOn } from '../../support/gateway/read-name.ts'
import { expectError } from '../../support/http/api-client.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const onMainnet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const onBase = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const onSepolia = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const anywhere = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

const base = evmCoinType(8453)
const sepolia = evmCoinType(11155111)

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const text = [{ key: 'avatar', value: 'https://example.com/a.png' }]
  const addresses = [
    { coinType: 60, address: onMainnet },
    { coinType: base, address: onBase },
    { coinType: 0, address: bitcoin },
  ]
  const byDefault = [...addresses, { coinType: 0x80000000, address: anywhere }]
  for (const chainId of [1, 11155111] as const) {
    const demo = { name: 'demo.eth', chainId }
    await addName(sandbox, demo, 'alice', { text, addresses })
    await addName(sandbox, demo, 'default', { addresses: byDefault })
    await addName(sandbox, demo, 'tester', {
      addresses: [...addresses, { coinType: sepolia, address: onSepolia }],
    })
  }
})
afterAll(() => sandbox.stop())

/** The one address of a name in the `@` form, as coin type and text; undefined when it has none. */
async function addressOf(ens: string, chainId: ChainId = 1) {
  const { ens: name, records } = await readRecordsOn(sandbox, ens, chainId, 2)
  expect(name).toBe(ens.split('@')[0])
  expect(records).toMatchObject({ texts: [], contentHash: null, addresses: records.coins })
  expect(records.coins.length).toBeLessThanOrEqual(1)
  const [coin] = records.coins
  return coin && [coin.id, coin.value]
}

test.each([
  ['alice.demo.eth@8453', base, onBase],
  ['alice.demo.eth@eip155:8453', base, onBase],
  ['alice.demo.eth@base', base, onBase],
  ['alice.demo.eth@BASE', base, onBase],
  ['alice.demo.eth@1', 60, onMainnet],
  ['alice.demo.eth@eip155:1', 60, onMainnet],
  ['alice.demo.eth@ethereum', 60, onMainnet],
  ['alice.demo.eth@mainnet', 60, onMainnet],
  ['alice.demo.eth@eth', 60, onMainnet],
  ['alice.demo.eth@btc', 0, bitcoin],
  ['alice.demo.eth@bitcoin', 0, bitcoin],
  ['default.demo.eth@arbitrum', evmCoinType(42161), anywhere],
  ['default.demo.eth@op', evmCoinType(10), anywhere],
  ['default.demo.eth@424242', evmCoinType(424242), anywhere],
  ['default.demo.eth@default', 0x80000000, anywhere],
  ['tester.demo.eth@sepolia', sepolia, onSepolia],
])('%s is the address of coin type %d', async (ens, coinType, address) => {
  expect(await addressOf(ens)).toEqual([coinType, address])
})

test.each(['alice.demo.eth@arbitrum', 'alice.demo.eth@sol', 'nobody.demo.eth@base', 'unregistered.eth@1'])(
  'rule: %s has no address; that on mainnet never replaces it',
  async (ens) => {
    expect(await addressOf(ens)).toBeUndefined()
  },
)

test('rule: v1 reads an interoperable name like v2', async () => {
  expect(await readRecordsOn(sandbox, 'alice.demo.eth@base')).toEqual(
    await readRecordsOn(sandbox, 'alice.demo.eth@base', 1, 2),
  )
})

describe('Sepolia', () => {
  test('rule: on Sepolia coin type 60 replaces a missing address of Sepolia', async () => {
    expect(await addressOf('alice.demo.eth@sepolia', 11155111)).toEqual([60, onMainnet])
    expect(await addressOf('alice.demo.eth@eip155:11155111', 11155111)).toEqual([60, onMainnet])
    expect(await addressOf('tester.demo.eth@sepolia', 11155111)).toEqual([sepolia, onSepolia])
  })

  test('rule: coin type 60 replaces another on Sepolia alone, and for Sepolia alone', async () => {
    expect(await addressOf('alice.demo.eth@sepolia', 1)).toBeUndefined()
    expect(await addressOf('alice.demo.eth@op', 11155111)).toBeUndefined()
  })
})

describe('the checksum', () => {
  const checksum = (coinType: number, address: Hex) => interoperableChecksum(coinType, address) ?? ''

  test.each([
    ['base', checksum(base, onBase)],
    ['eip155:1', checksum(60, onMainnet)],
  ])('rule: a name with a right checksum is accepted: @%s#%s', async (chain, right) => {
    expect(await addressOf(`alice.demo.eth@${chain}#${right}`)).toBeDefined()
  })

  test('rule: on Sepolia the checksum is that of Sepolia, also where coin type 60 replaces it', async () => {
    const ens = `alice.demo.eth@sepolia#${checksum(sepolia, onMainnet)}`
    expect(await addressOf(ens, 11155111)).toEqual([60, onMainnet])
  })

  test.each([
    ['of nothing', 'base', '00000000'],
    ['of the address on another chain', 'base', checksum(60, onBase)],
    ['of another address', 'base', checksum(base, onMainnet)],
    ['where there is no address', 'arbitrum', checksum(evmCoinType(42161), onMainnet)],
    ['of a chain that has none here', 'btc', '597D21A1'],
  ])('400 for a checksum %s', async (_, chain, wrong) => {
    const ens = `alice.demo.eth@${chain}#${wrong}`
    expectError(await readNameOn(sandbox, ens, 1, 2), 400, 'InvalidNameException')
  })
})

describe('labels of ENS’s registry of chains', () => {
  const key = 'interoperable-address'

  /** Registers `<label>.on.eth` with this data. */
  async function registerChain(label: string, data: Hex, dataKey = key) {
    const { devnet } = sandbox
    const rpcUrl = devnet.rpcUrl(1)
    const owner = user(sandbox, 0).address
    await setSubnodeOwner(rpcUrl, { from: owner, parent: 'on.eth', label, owner })
    await devnet.setResolver(1, `${label}.on.eth`, await deploy(rpcUrl, 'DataResolver', dataKey, data))
  }

  beforeAll(async () => {
    await sandbox.devnet.registerName(1, 'on', { owner: user(sandbox, 0).address })
    await registerChain('atlantis', '0x000100000348a5c100')
    await registerChain('base-by-another-name', '0x0001000002210500')
    await registerChain('somewhere', stringToHex('somewhere'))
    await registerChain('empty', '0x')
    await registerChain('silent', '0x0001000002210500', 'another key')
  })

  test('rule: a label that is unknown offline is read from mainnet', async () => {
    expect(await addressOf('alice.demo.eth@base-by-another-name')).toEqual([base, onBase])
    expect(await addressOf('default.demo.eth@atlantis')).toEqual([evmCoinType(0x48a5c1), anywhere])
  })

  test.each([
    'nowhere',
    'somewhere',
    'empty',
    'silent',
    'under_score',
    'sub.atlantis',
    '0',
    '2147483648',
    'solana:x',
  ])('400 for @%s, which does not exist or is not an EVM chain', async (label) => {
    const failed = await readNameOn(sandbox, `alice.demo.eth@${label}`)
    expectError(failed, 400, 'UnsupportedChainException')
    expect(JSON.stringify(failed.body)).toContain('Unsupported chain label')
  })

  test('400 on Sepolia, which has no such registry', async () => {
    const failed = await readNameOn(sandbox, 'alice.demo.eth@base-by-another-name', 11155111)
    expectError(failed, 400, 'UnsupportedChainException')
  })
})
