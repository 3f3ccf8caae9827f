import { addEnsContracts } from '@ensdomains/ensjs'
import { getName, getRecords } from '@ensdomains/ensjs/public'
import { addresses as addressesOf40, subgraphs as subgraphsOf40 } from 'ensjs-4.0/contracts'
import { getName as getNameIn40, getRecords as getRecordsIn40 } from 'ensjs-4.0/public'
import { createPublicClient, http, zeroAddress } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { createPublicClient as createClientIn221, http as httpIn221 } from 'viem-2.21'
import { mainnet as mainnetIn221, sepolia as sepoliaIn221 } from 'viem-2.21/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addName, onboardNewDomain } from '../../support/chain/onboard-domain.ts'
import { type ChainId, startTestSandbox, type TestSandbox, user } from '../../support/service/sandbox.ts'

const name = 'alice.demo.eth'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const cid = 'bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4'

/** What both versions of ensjs return. */
interface FoundRecords {
  readonly coins: readonly { readonly id: number; readonly value: string }[]
  readonly texts: readonly object[]
  readonly contentHash: object | null
}

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Stock clients: the chain, and nothing but the URL. */
const viem221 = (chainId: ChainId) =>
  createClientIn221({
    chain: chainId === 1 ? mainnetIn221 : sepoliaIn221,
    transport: httpIn221(sandbox.devnet.rpcUrl(chainId)),
  })
const stockChain = (chainId: ChainId) => (chainId === 1 ? mainnet : sepolia)

describe.each([1, 11155111] as const)('A name and its holder on chain %i', (chainId) => {
  const holder = () => user(sandbox, 2).address
  const transport = () => http(sandbox.devnet.rpcUrl(chainId))

  beforeAll(async () => {
    await addName(sandbox, { name: 'demo.eth', chainId }, 'alice', {
      addresses: [
        { coinType: 60, address: holder() },
        { coinType: 0, address: bitcoin },
      ],
      text: [{ key: 'com.github', value: 'alice' }],
      contentHash: `ipfs://${cid}`,
    })
    await sandbox.devnet.setReverseName(chainId, holder(), name)
  })

  test('viem 2.21 reads addresses, texts, the resolver and the primary name', async () => {
    const client = viem221(chainId)
    expect(await client.getEnsAddress({ name, strict: true })).toBe(holder())
    expect(await client.getEnsAddress({ name, coinType: 0, strict: true })).toBe(
      '0x0014751e76e8199196d454941c45d1b3a323f1433bd6',
    )
    expect(await client.getEnsText({ name, key: 'com.github', strict: true })).toBe('alice')
    expect(await client.getEnsText({ name, key: 'url', strict: true })).toBeNull()
    expect(await client.getEnsResolver({ name })).not.toBe(zeroAddress)
    expect(await client.getEnsName({ address: holder(), strict: true })).toBe(name)
    expect(await client.getEnsAddress({ name: 'absent.demo.eth', strict: true })).toBeNull()
  })

  const records = { texts: ['com.github', 'url'], coins: ['ETH', 'BTC'], contentHash: true } as const
  const expectRecords = (found: FoundRecords) => {
    expect(found.coins.map(({ id, value }) => [id, value])).toEqual([
      [60, holder()],
      [0, bitcoin],
    ])
    expect(found.texts).toEqual([{ key: 'com.github', value: 'alice' }])
    expect(found.contentHash).toEqual({ protocolType: 'ipfs', decoded: cid })
  }

  test('ensjs 4.0 reads addresses, texts and the content hash at once, and the primary name', async () => {
    const { contracts, ...chain } = stockChain(chainId)
    const client = createPublicClient({
      // As its `addEnsContracts` does, which is in a file with the types of a browser.
      chain: {
        ...chain,
        contracts: { ...contracts, ...addressesOf40[chainId] },
        subgraphs: subgraphsOf40[chainId],
      },
      transport: transport(),
    })
    expectRecords(await getRecordsIn40(client, { name, ...records }))
    const found = await getNameIn40(client, { address: holder() })
    expect(found).toMatchObject({ name, match: true })
  })

  test('ensjs 4.3 reads addresses, texts and the content hash at once, and the primary name', async () => {
    const client = createPublicClient({ chain: addEnsContracts(stockChain(chainId)), transport: transport() })
    expectRecords(await getRecords(client, { name, ...records }))
    const found = await getName(client, { address: holder() })
    expect(found).toMatchObject({ name, match: true })
  })
})

test.each(['POST', 'GET'] as const)(
  'viem 2.21 reads a name behind the published resolver of ENS, by %s',
  async (form) => {
    const label = `published-${form.toLowerCase()}`
    const domain = await onboardNewDomain(sandbox, { label, scheme: 'published', form })
    const addresses = [{ coinType: 60, address: user(sandbox, 1).address }]
    await addName(sandbox, domain, 'bob', { addresses, text: [{ key: 'url', value: 'https://bob.example' }] })
    const text = await viem221(1).getEnsText({ name: `bob.${domain.name}`, key: 'url', strict: true })
    expect(text).toBe('https://bob.example')
  },
)
