import { expect, it } from 'vitest'
import { eraseName } from '../../../src/core/subnames/remove.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, getSubname, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('erasing a name', (service) => {
  it('rule: the name is gone, its events stay without values and signers, those of others keep theirs', async () => {
    const { context } = service()
    const domain = await service().onboard()
    const holder = createWallet()
    const text = [{ key: 'description', value: 'something personal' }]
    for (const label of ['alice', 'bob'])
      await seedSubname(service(), domain, label, { addresses: [ethereumAddress(holder.address)], text })
    dataOf(
      await service().call('POST', '/ens/v1/subname/update', {
        headers: { 'x-api-key': service().key, ...(await signedHeaders(holder, { chainId: 1 })) },
        body: { ...subnameBody(domain, 'alice'), text: [{ key: 'url', value: 'https://personal.example' }] },
      }),
    )
    const name = `alice.${domain.name}`
    // Some events are numbered on PostgreSQL, some are not yet.
    await readEventLog(context.store)
    const erased = await eraseName(context, { chainId: 1, name: normalizeName(`ALICE.${domain.name}`) })
    expect(erased).toEqual({ chainId: 1, name, events: 2, isRemoved: true })
    expectError(await getSubname(service(), domain, 'alice'), 404, 'SubnameNotFoundException')
    const events = await readEventLog(context.store)
    const ofAlice = events.filter((event) => event.name === name)
    expect(ofAlice.map(({ type, changes }) => [type, changes])).toEqual([
      ['subname.issued', []],
      ['subname.changed', []],
      ['subname.erased', []],
    ])
    expect(ofAlice[1]?.actor).toEqual({ type: 'wallet', address: null })
    expect(JSON.stringify(events.filter((event) => event.name !== name))).toContain('something personal')
    expect(await eraseName(context, { chainId: 1, name: normalizeName(name) })).toMatchObject({
      events: 3,
      isRemoved: false,
    })
    await expect(
      eraseName(context, { chainId: 1, name: normalizeName(`missing.${domain.name}`) }),
    ).rejects.toMatchObject({
      name: 'SubnameNotFoundException',
    })
  })
})
