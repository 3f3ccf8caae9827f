import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { addressOf, textOf } from '../support/gateway-client.ts'
import { add, ethereumAddress, issue, read, subnameIn, untouched } from '../support/names.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'

describeOnEachService('A blocked domain', (service) => {
  /** A name below a domain that was blocked afterwards. */
  const blockedName = async () => {
    const { context, onboard } = service()
    const domain = await onboard()
    const holder = newWallet()
    const text = [{ key: 'url', value: 'https://a.example' }]
    const record = await issue(service(), domain, 'a', { addresses: [ethereumAddress(holder.address)], text })
    const block = (is_blocked: 0 | 1) =>
      context.store.transaction((tx) =>
        tx.updateTable('domains').set({ is_blocked }).where('id', '=', domain.id).execute(),
      )
    await block(1)
    return { domain, holder, record, unblock: () => block(0) }
  }

  it('403 for every write', async () => {
    const { call, key } = service()
    const { domain, holder } = await blockedName()
    const headers = { 'x-api-key': key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const body = { ...subnameIn(domain, 'a'), text: [{ key: 'url', value: '' }] }
    await untouched(service(), domain, async () => {
      const addition = { headers, body: { ...body, username: 'b' } }
      expectFailure(await add(service(), addition), 403, 'DomainBlockedException')
      expectFailure(await call('POST', '/ens/v2/subnames', addition), 403, 'DomainBlockedException')
      for (const verb of ['update', 'revoke']) {
        const answer = await call('POST', `/ens/v1/subname/${verb}`, { headers, body })
        expectFailure(answer, 403, 'DomainBlockedException')
      }
      const path = `/ens/v2/subnames/a.${domain.name}?chainId=1`
      expectFailure(await call('PATCH', path, { headers, body: {} }), 403, 'DomainBlockedException')
    })
  })

  it('rule: its names cannot be read, listed or had', async () => {
    const { call } = service()
    const { domain } = await blockedName()
    expectFailure(await read(service(), domain, 'a'), 404, 'SubnameNotFoundException')
    const second = await call('GET', `/ens/v2/subname?chainId=1&subname=a.${domain.name}`)
    expectFailure(second, 404, 'SubnameNotFoundException')
    const list = await call('GET', `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}`)
    expect(dataOf(list)).toMatchObject({ data: [], pagination: { totalCount: 0 } })
    for (const label of ['a', 'free']) {
      const available = await call(
        'GET',
        `/ens/v1/subname/available?chainId=1&subname=${label}.${domain.name}`,
      )
      expect(dataOf(available)).toEqual({ isAvailable: false })
    }
  })

  it('rule: its names resolve to nothing until it is unblocked, and then to what they were', async () => {
    const { domain, holder, record, unblock } = await blockedName()
    const resolver = service().resolvers[1]['chain-bound']
    const name = `a.${domain.name}`
    expect(await addressOf(service(), resolver, name)).toBe(zeroAddress)
    expect(await textOf(service(), resolver, name, 'url')).toBe('')
    await unblock()
    expect(await addressOf(service(), resolver, name)).toBe(holder.address)
    expect(dataOf<WireRecord>(await read(service(), domain, 'a'))).toEqual(record)
  })
})
