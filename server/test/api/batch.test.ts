import { expect, it } from 'vitest'
import { createApiKey } from '../../src/core/api-keys/create.ts'
import { createWorkspace } from '../../src/core/workspaces/create.ts'
import type { WireEventPage } from '../../src/http/schema/event.ts'
import type { WireRecord } from '../../src/http/schema/record.ts'
import type { Domain } from '../../src/model/domain.ts'
import { dataOf, expectError } from '../support/api-client.ts'
import { type BatchData, batchErrorsOf, issue, postBatch, reserve } from '../support/batches.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'
import { blockOrDelete, ethereumAddress, expectUnchanged, getSubname } from '../support/subnames.ts'

describeOnEachService('POST /byname/v1/names/batch', (service) => {
  const text = (value: string) => [{ key: 'description', value }]
  const send = (domain: Domain, items: readonly object[], mode = 'atomic', headers = {}) =>
    postBatch(service(), domain, items, { mode, headers })
  const eventsOf = async (domain: Domain) => {
    const headers = { 'x-api-key': service().key }
    const path = `/byname/v1/events?domain=${domain.name}&limit=1000`
    return dataOf<WireEventPage>(await service().call('GET', path, { headers })).events
  }
  const countOf = async (domain: Domain) => {
    const path = `/ens/v1/subname/count?ensDomain=${domain.name}&chainId=1`
    return dataOf<{ count: number }>(await service().call('GET', path)).count
  }

  it('rule: each action of an atomic batch has the effect and the event of its single operation', async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const headers = await signedHeaders(holder, { chainId: 1 })
    await send(domain, [issue('old', holder.address), issue('gone', holder.address)])
    const data = dataOf<BatchData>(
      await send(
        domain,
        [
          issue('new', holder.address, { text: text('new') }),
          reserve('kept', holder.address),
          { action: 'change', label: 'OLD', text: text('changed') },
          { action: 'revoke', label: 'gone' },
        ],
        'atomic',
        headers,
      ),
    )
    expect(data).toMatchObject({ succeeded: 4, failed: 0 })
    expect(data.results.map(({ name }) => name)).toEqual(
      ['new', 'kept', 'old', 'gone'].map((label) => `${label}.${domain.name}`),
    )
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'new'))).toMatchObject({
      isClaimed: true,
      records: { texts: text('new') },
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'kept'))).toMatchObject({
      isClaimed: false,
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'old'))).toMatchObject({
      records: { texts: text('changed') },
    })
    expectError(await getSubname(service(), domain, 'gone'), 404, 'SubnameNotFoundException')
    expect(await countOf(domain)).toBe(3)
    const events = (await eventsOf(domain)).slice(3)
    expect(events.map(({ type, name, actor }) => [type, name?.split('.')[0], actor.type])).toEqual([
      ['subname.issued', 'new', 'key'],
      ['subname.reserved', 'kept', 'key'],
      ['subname.changed', 'old', 'wallet'],
      ['subname.revoked', 'gone', 'wallet'],
    ])
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(1)
  })
})
