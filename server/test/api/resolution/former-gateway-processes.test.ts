import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onboardDomain } from '../../../src/core/domains/onboard.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { signerAddress, startTestService, type TestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const there = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const labels = ['a', 'b', 'c', 'd', 'e']

describeOnEachDatabase('Two processes with a former gateway', (databases) => {
  let former: TestService
  let service: TestService

  beforeAll(async () => {
    former = await startTestService()
    service = await startTestService(await databases.createMigrated(), {
      OUTBOUND_ALLOWED_ORIGINS: former.url,
    })
  })
  afterAll(async () => {
    await service.stop()
    await former.stop()
  })

  it('rule: both see the setting at once, and each name comes over once', async () => {
    const domain = await service.onboard()
    const { resolvers, apiKey, workspaceId, context } = former
    const old = resolvers[1].published
    const { name } = domain
    await onboardDomain(context, { caller: { apiKey }, workspaceId, resolverId: old.id, name })
    for (const label of labels)
      await seedSubname(former, domain, label, { addresses: [ethereumAddress(there)] })
    const resolver = service.resolvers[1]['chain-bound']
    const nameOf = (label: string) => `${label}.${domain.name}`
    await service.withSecondService(async (other) => {
      const resolveOnBoth = (label: string) =>
        Promise.all(
          [service, other, service, other].map((each) => resolveAddress(each, resolver, nameOf(label))),
        )
      expect(await resolveAddress(other, resolver, nameOf('a'))).toMatch(/^0x0{40}$/)
      const path = `/byname/v1/domains/${domain.name}/former-gateway?chainId=1`
      const settings = {
        url: `${former.url}/ccip/${old.id}`,
        ...{ resolver: old.address, signers: [signerAddress], importOnRead: true },
      }
      dataOf(await service.call('PUT', path, { headers: { 'x-api-key': service.key }, body: settings }))
      await waitUntil(
        'the other process sees the setting',
        async () => (await resolveAddress(other, resolver, nameOf('a'))) === there,
        2,
      )
      for (const label of labels) expect(await resolveOnBoth(label)).toEqual([there, there, there, there])
      const issued = async () =>
        (await readEventLog(service.context.store)).filter(
          ({ type, domainId }) => type === 'subname.issued' && domainId === domain.id,
        )
      await waitUntil('all names are here', async () => (await issued()).length >= labels.length)
      for (const label of labels) expect(await resolveOnBoth(label)).toEqual([there, there, there, there])
      expect((await issued()).map(({ name }) => name).toSorted()).toEqual(labels.map(nameOf))
      const report = dataOf(await other.call('GET', path, { headers: { 'x-api-key': service.key } }))
      expect(report).toMatchObject({ count: 0, names: [] })
    })
  })
})
