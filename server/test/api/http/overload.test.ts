import { expect, it, onTestFinished } from 'vitest'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { addressCall, decodeResponse, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Far above the capacity, so that a fast machine is overloaded too. */
const clients = 60

describeOnEachDatabase('A service with more listings than its capacity', (databases) => {
  /** SQLite runs one listing after the other, so that one client alone never exceeds the capacity. */
  const isRefusing = databases.dialect === 'postgres'

  it('503 with Retry-After for some listings under overload, while lookups succeed; then normal operation', async () => {
    const { context, call, demo, resolvers, stop } = await startTestService(
      await databases.createMigrated(),
      {},
      { overload: { maxConcurrentListings: 2 } },
    )
    onTestFinished(stop)
    const names = Array.from({ length: 500 }, (_, index) => newSubname(demo[1], `name-${index}`))
    await insertSubnames(context.store, names)
    const resolver = resolvers[1]['chain-bound']
    const list = () => call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1&limit=100')
    const callData = encodeLookup('name-7.demo.eth', addressCall('name-7.demo.eth'))

    const refused: ApiResponse[] = []
    let made = 0
    let isOver = false
    const keepListing = async () => {
      while (!isOver) {
        const response = await list()
        if (response.status === 200) made++
        else refused.push(response)
      }
    }
    const listings = Promise.all(Array.from({ length: clients }, keepListing))
    for (let lookups = 0; lookups < 30; lookups++)
      await decodeResponse(resolver, callData, await postLookup({ call }, resolver, callData))
    await waitUntil(
      'some were made, and refused',
      () => made > clients && (!isRefusing || refused.length > 0),
    )
    isOver = true
    await listings

    for (const response of refused) {
      expectError(response, 503, 'ServiceUnavailableException')
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    await waitUntil('listings are made again', async () => (await list()).status === 200)
    for (let count = 0; count < 10; count++) dataOf(await list())
  })
})
