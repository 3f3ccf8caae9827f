import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import {
  ethereumAddress,
  expectUnchanged,
  getSubname,
  postAdd,
  seedSubname,
  subnameBody,
} from '../../support/entities/subnames.ts'
import { resolveAddress, resolveText } from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('A blocked domain', (service) => {
  /** A name below a domain that was blocked after it was issued. */
  const blockedName = async () => {
    const { context, onboard } = service()
    const domain = await onboard()
    const holder = createWallet()
    const text = [{ key: 'url', value: 'https://a.example' }]
    const record = await seedSubname(service(), domain, 'a', {
      addresses: [ethereumAddress(holder.address)],
      text,
    })
    const block = (isBlocked: boolean) =>
      context.store.transaction((tx) =>
        tx.updateTable('domains').set({ isBlocked }).where('id', '=', domain.id).execute(),
      )
    await block(true)
    return { domain, holder, record, unblock: () => block(false) }
  }

  it('403 for every write', async () => {
    const { call, key } = service()
    const { domain, holder } = await blockedName()
    const headers = { 'x-api-key': key, ...(await signedHeaders(holder, { chainId: 1 })) }
    const body = { ...subnameBody(domain, 'a'), text: [{ key: 'url', value: '' }] }
    await expectUnchanged(service(), domain, async () => {
      const addition = { headers, body: { ...body, username: 'b' } }
      expectError(await postAdd(service(), addition), 403, 'DomainBlockedException')
      expectError(await call('POST', '/ens/v2/subnames', addition), 403, 'DomainBlockedException')
      for (const verb of ['update', 'revoke']) {
        const response = await call('POST', `/ens/v1/subname/${verb}`, { headers, body })
        expectError(response, 403, 'DomainBlockedException')
      }
      const path = `/ens/v2/subnames/a.${domain.name}?chainId=1`
      expectError(await call('PATCH', path, { headers, body: {} }), 403, 'DomainBlockedException')
    })
  })

  it('rule: the names of a blocked domain cannot be read, listed or added', async () => {
    const { call } = service()
    const { domain } = await blockedName()
    expectError(await getSubname(service(), domain, 'a'), 404, 'SubnameNotFoundException')
    const second = await call('GET', `/ens/v2/subname?chainId=1&subname=a.${domain.name}`)
    expectError(second, 404, 'SubnameNotFoundException')
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

  it('rule: the names of a blocked domain resolve to nothing until it is unblocked, and then as before', async () => {
    const { domain, holder, record, unblock } = await blockedName()
    const resolver = service().resolvers[1]['chain-bound']
    const name = `a.${domain.name}`
    expect(await resolveAddress(service(), resolver, name)).toBe(zeroAddress)
    expect(await resolveText(service(), resolver, name, 'url')).toBe('')
    await unblock()
    expect(await resolveAddress(service(), resolver, name)).toBe(holder.address)
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'a'))).toEqual(record)
  })
})
