import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, gatewayUrls, waitUntilMined } from './support/resolver.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

test('the owner replaces the list of URLs, longer or shorter, and its order is kept', async () => {
  const resolver = await deployResolver(chain)
  const three = ['https://c.example', 'https://a.example', 'https://b.example']
  const lists = [three, ['https://only.example']]
  for (const list of lists) {
    await waitUntilMined(chain, resolver.write.setUrls([list]))
    expect(await resolver.read.urls()).toEqual(list)
  }
  const events = await resolver.getEvents.UrlsChanged({ fromBlock: 0n })
  expect(events.map(({ args }) => args.urls)).toEqual([gatewayUrls, ...lists])
})

test('NoUrls when the list is empty, at construction and later', async () => {
  const refused = { name: 'NoUrls', args: [] }
  expect(await revertOf(deployResolver(chain, { urls: [] }))).toEqual(refused)

  const resolver = await deployResolver(chain)
  expect(await revertOf(resolver.write.setUrls([[]]))).toEqual(refused)
  expect(await resolver.read.urls()).toEqual(gatewayUrls)
})

test('EmptyUrl when one of the list is the empty string, at construction and later', async () => {
  const resolver = await deployResolver(chain)
  for (const [index, urls] of [['', 'https://a.example'], ['https://a.example', ''], ['']].entries()) {
    const refused = { name: 'EmptyUrl', args: [BigInt(index % 2)] }
    expect(await revertOf(deployResolver(chain, { urls }))).toEqual(refused)
    expect(await revertOf(resolver.write.setUrls([urls]))).toEqual(refused)
  }
  expect(await resolver.read.urls()).toEqual(gatewayUrls)
})
