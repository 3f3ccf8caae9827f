import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingSchemes } from '../../../src/gateway/digest.ts'
import { addName, type OnboardedDomain, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import {
  ethersProvider,
  startTestSandbox,
  type TestSandbox,
  viemClient,
} from '../../support/service/sandbox.ts'

const records = {
  addresses: [
    { coinType: 60, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    { coinType: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    { coinType: 2147492101, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
  ],
  text: [
    { key: 'avatar', value: 'https://example.com/alice.png' },
    { key: 'com.github', value: 'alice' },
  ],
  contentHash: 'ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4',
}

/** Every request form of a contract, with every scheme that it may have. */
const variants = signingSchemes.flatMap((scheme) =>
  (['POST', 'GET'] as const).map((form) => ({ scheme, form })),
)

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

describe.for(variants)(
  'a name added over HTTP, through a resolver of the scheme $scheme, looked up by $form',
  (variant) => {
    let domain: OnboardedDomain
    let name: string

    beforeAll(async () => {
      domain = await onboardNewDomain(sandbox, {
        label: `${variant.scheme}-${variant.form.toLowerCase()}`,
        ...variant,
      })
      name = `alice.${domain.name}`
      await addName(sandbox, domain, 'alice', records)
    })

    test('viem reads the addresses of an added name', async () => {
      const client = viemClient(sandbox)
      expect(await client.getEnsAddress({ name, strict: true })).toBe(records.addresses[0]?.address)
      expect(await client.getEnsAddress({ name, coinType: 2147492101n, strict: true })).toBe(
        records.addresses[2]?.address.toLowerCase(),
      )
      expect(await client.getEnsAddress({ name, coinType: 0n, strict: true })).toBe(
        '0x0014751e76e8199196d454941c45d1b3a323f1433bd6',
      )
    })

    test('viem reads the texts, the avatar and the resolver of an added name', async () => {
      const client = viemClient(sandbox)
      expect(await client.getEnsText({ name, key: 'com.github', strict: true })).toBe('alice')
      expect(await client.getEnsText({ name, key: 'avatar', strict: true })).toBe(
        'https://example.com/alice.png',
      )
      expect(await client.getEnsResolver({ name })).toBe(getAddress(domain.resolver))
    })

    test('ethers reads addresses, texts, content hash and resolver of an added name', async () => {
      const provider = ethersProvider(sandbox)
      const resolver = await provider.getResolver(name)
      expect(resolver?.address).toBe(getAddress(domain.resolver))
      expect(await provider.resolveName(name)).toBe(records.addresses[0]?.address)
      expect(await resolver?.getAddress(8453)).toBe(records.addresses[2]?.address)
      expect(await resolver?.getText('com.github')).toBe('alice')
      // ethers encodes the same CID in its older form, version 0.
      expect(await resolver?.getContentHash()).toBe('ipfs://QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4')
      expect(await resolver?.getText('avatar')).toBe('https://example.com/alice.png')
    })

    test('records that a name does not have are empty, not a failure', async () => {
      const client = viemClient(sandbox)
      const provider = ethersProvider(sandbox)
      expect(await client.getEnsText({ name, key: 'url', strict: true })).toBeNull()
      expect(await client.getEnsAddress({ name, coinType: 2147483658n, strict: true })).toBeNull()
      expect(await client.getEnsAddress({ name: `nobody.${domain.name}`, strict: true })).toBeNull()
      expect(await client.getEnsAddress({ name: domain.name, strict: true })).toBeNull()
      expect(await provider.resolveName(`nobody.${domain.name}`)).toBeNull()
    })
  },
)

test('rule: a name of one chain is not a name of the other', async () => {
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'only-mainnet', records)
  const name = 'only-mainnet.demo.eth'
  expect(await viemClient(sandbox, 1).getEnsAddress({ name, strict: true })).not.toBeNull()
  expect(await viemClient(sandbox, 11155111).getEnsAddress({ name, strict: true })).toBeNull()
  expect(await ethersProvider(sandbox, 11155111).resolveName(name)).toBeNull()
})

test('rule: an EVM coin type without an address of its own has the default one (ENSIP-19)', async () => {
  const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const addresses = [...records.addresses, { coinType: 0x80000000, address }]
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'default', { addresses })
  const client = viemClient(sandbox)
  const read = (coinType: bigint) =>
    client.getEnsAddress({ name: 'default.demo.eth', coinType, strict: true })
  expect(await read(2147483658n)).toBe(address.toLowerCase())
  expect(await read(2147492101n)).toBe(records.addresses[2]?.address.toLowerCase())
  expect(await read(60n)).toBe(records.addresses[0]?.address.toLowerCase())
})

test('rule: a subname can be the primary name of its holder', async () => {
  const holder = sandbox.file.accounts[2]
  if (!holder) throw new Error('The sandbox has no third account.')
  await addName(sandbox, { name: 'demo.eth', chainId: 1 }, 'primary', {
    addresses: [{ coinType: 60, address: holder.address }],
  })
  await sandbox.devnet.setReverseName(1, holder.address, 'primary.demo.eth')
  expect(await viemClient(sandbox).getEnsName({ address: holder.address, strict: true })).toBe(
    'primary.demo.eth',
  )
  expect(await ethersProvider(sandbox).lookupAddress(holder.address)).toBe('primary.demo.eth')
})
