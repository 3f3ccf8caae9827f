import { type Address, type Hex, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devnetUniversalResolverAbi } from '../artifacts/DevnetUniversalResolver.ts'
import { type Devnet, startDevnet } from '../src/devnet.ts'
import { account, ethersProvider, viemClient } from './support/clients.ts'
import { type Gateway, startGateway } from './support/gateway.ts'
import { countResults, manyTexts, sampleRecords } from './support/records.ts'

const chainId = 11155111

let devnet: Devnet
let gateway: Gateway
beforeAll(async () => {
  ;[devnet, gateway] = await Promise.all([startDevnet({ chains: [chainId] }), startGateway()])
})
afterAll(() => Promise.all([devnet.stop(), gateway.stop()]))

interface Case {
  readonly label: string
  readonly form: 'GET' | 'POST'
  /** Whether the resolver declares its features (ERC-7996), so that it is called directly. */
  readonly featured: boolean
}

const cases: readonly Case[] = [
  { label: 'published-get', form: 'GET', featured: false },
  { label: 'published-post', form: 'POST', featured: false },
  { label: 'byname-get', form: 'GET', featured: true },
  { label: 'byname-post', form: 'POST', featured: true },
]

describe.each(cases)('$label', ({ label, form, featured }) => {
  const name = `alice.${label}.eth`
  let resolver: Address

  beforeAll(async () => {
    const url = form === 'GET' ? gateway.getUrl : gateway.postUrl
    const signers = [gateway.signer]
    resolver = featured
      ? await devnet.deployResolver(chainId, { urls: [url], signers })
      : await devnet.deployPublishedResolver(chainId, { url, signers })
    gateway.signFor(resolver, featured ? chainId : undefined)
    await devnet.registerName(chainId, label, { owner: account(devnet, 0).address, resolver })
  })
  beforeEach(() => {
    gateway.requests.length = 0
  })

  const senders = () => gateway.requests.map(({ sender }) => sender)

  test('rule: stock viem resolves an offchain subname with one request a record', async () => {
    const client = viemClient(devnet, chainId)
    expect(await client.getEnsAddress({ name, strict: true })).toBe(sampleRecords.addr)
    expect(await client.getEnsText({ name, key: 'url', strict: true })).toBe('url')
    expect(await client.getEnsResolver({ name })).toBe(resolver)
    expect(gateway.requests.map(({ method }) => method)).toEqual([form, form])
  })

  test('rule: viem with batched calls, as wagmi configures it, resolves as well', async () => {
    const client = viemClient(devnet, chainId, { batch: { multicall: true } })
    const [address, text, missing] = await Promise.all([
      client.getEnsAddress({ name, strict: true }),
      client.getEnsText({ name, key: 'url', strict: true }),
      client.getEnsAddress({ name: 'nobody.eth' }),
    ])
    expect([address, text, missing]).toEqual([sampleRecords.addr, 'url', null])
  })

  test('rule: viem names the resolver as the sender, or the Universal Resolver where it calls directly', async () => {
    await viemClient(devnet, chainId).getEnsAddress({ name, strict: true })
    const { universalResolver } = devnet.addresses(chainId)
    expect(senders()).toEqual([(featured ? universalResolver : resolver).toLowerCase()])
  })

  test('rule: plain ethers resolves an offchain subname and names the resolver as the sender', async () => {
    const found = await ethersProvider(devnet, chainId).getResolver(name)
    expect(await found?.getAddress()).toBe(sampleRecords.addr)
    expect(await found?.getText('url')).toBe('url')
    expect(await found?.getContentHash()).toMatch(/^ipfs:\/\/Qm/)
    expect(new Set(senders())).toEqual(new Set([resolver.toLowerCase()]))
  })

  test('rule: thirty records are one request where the resolver supports multicall, else thirty', async () => {
    const [response] = await resolve(name, manyTexts(30))
    expect(countResults(response)).toBe(30)
    expect(gateway.requests).toHaveLength(featured ? 1 : 30)
  })
})

test('rule: a gateway that is down is HttpError when strict, else null', async () => {
  const signers = [gateway.signer]
  const resolver = await devnet.deployPublishedResolver(chainId, { url: gateway.brokenUrl, signers })
  await devnet.registerName(chainId, 'broken', { owner: account(devnet, 0).address, resolver })
  const client = viemClient(devnet, chainId)
  await expect(client.getEnsAddress({ name: 'a.broken.eth', strict: true })).rejects.toThrow('HttpError')
  expect(await client.getEnsAddress({ name: 'a.broken.eth' })).toBeNull()
})

test('rule: the URLs of our resolver can be replaced', async () => {
  const signers = [gateway.signer]
  const resolver = await devnet.deployResolver(chainId, { urls: ['http://127.0.0.1:1/'], signers })
  await devnet.registerName(chainId, 'moved', { owner: account(devnet, 0).address, resolver })
  await devnet.setResolverUrls(chainId, resolver, [gateway.postUrl])
  gateway.signFor(resolver, chainId)
  expect(await viemClient(devnet, chainId).getEnsText({ name: 'moved.eth', key: 'url' })).toBe('url')
})

/** Calls the Universal Resolver as ENS's own library does, with the batch gateway of the client itself. */
function resolve(name: string, call: Hex): Promise<readonly [Hex, Address]> {
  return viemClient(devnet, chainId).readContract({
    address: devnet.addresses(chainId).universalResolver,
    abi: devnetUniversalResolverAbi,
    functionName: 'resolveWithGateways',
    args: [toHex(packetToBytes(name)), call, ['x-batch-gateway:true']],
  })
}
