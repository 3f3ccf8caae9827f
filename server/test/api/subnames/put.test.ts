import { zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { addSubname } from '../../../src/core/subnames/add.ts'
import { reserveSubname } from '../../../src/core/subnames/invitations.ts'
import { assertOnlyOfHolder, HolderHasNameError } from '../../../src/core/subnames/only-of-holder.ts'
import { putSubname } from '../../../src/core/subnames/put.ts'
import { subnameEtag } from '../../../src/core/subnames/rules.ts'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { normalizeName, parseDomain, parseLabel } from '../../../src/ens/names.ts'
import type { ApiKey } from '../../../src/model/api-key.ts'
import { createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('putSubname', (service) => {
  let apiKey: ApiKey
  beforeAll(async () => {
    ;({ apiKey } = await createKey(service(), { scopes: ['names:revoke'] }))
  })
  type Item = Parameters<typeof putSubname>[2]
  const put = (item: Item, caller = { apiKey }) =>
    putSubname(service().context, { caller, chainId: 1, domain: normalizeName('demo.eth') }, item)
  const wallet = () => lowerCaseHex(createWallet().address)
  const eventsOf = async (label: string) => {
    const { call, key } = service()
    const { body } = await call('GET', `/byname/v1/events?chainId=1&name=${label}.demo.eth&limit=100`, {
      headers: { 'x-api-key': key },
    })
    return (body as { result: { data: { data: { type: string }[] } } }).result.data.data.map(
      ({ type }) => type,
    )
  }

  it('issues a name; without a holder its address of coin type 60 holds it', async () => {
    const holder = wallet()
    const { subname } = await put({
      label: 'new',
      records: { addresses: [{ coinType: 60, address: holder }] },
    })
    expect(subname).toMatchObject({ holder, isClaimed: true, version: 1 })
    const { subname: without } = await put({ label: 'without', records: {} })
    expect(without).toMatchObject({
      holder: zeroAddress,
      records: { addresses: [{ coinType: 60, address: zeroAddress }] },
    })
  })

  it('replaces kinds that are supplied, and keeps the others, the name and its id', async () => {
    const holder = wallet()
    const { subname: before } = await put({
      label: 'kinds',
      holder,
      records: { addresses: [{ coinType: 60, address: holder }], texts: [{ key: 'a', value: '1' }] },
    })
    const { subname: after } = await put({ label: 'kinds', records: { texts: [{ key: 'b', value: '2' }] } })
    expect(after).toMatchObject({ id: before.id, createdAt: before.createdAt, version: 2, holder })
    expect(after.records.texts).toEqual([{ key: 'b', value: '2' }])
    expect(after.records.addresses).toEqual(before.records.addresses)
  })

  it('with another holder, the time of creation stays, and the count of the domain too', async () => {
    const { subname: before, domain } = await put({ label: 'moved', holder: wallet(), records: {} })
    const next = wallet()
    const { subname: after } = await put({ label: 'moved', holder: next, records: {} })
    expect(after).toMatchObject({ holder: next, createdAt: before.createdAt })
    const { domain: counted } = await put({ label: 'moved', records: {} })
    expect(counted.subnameCount).toBe(domain.subnameCount + 1)
  })

  it('a reservation becomes a name of the holder', async () => {
    const address = createWallet().address
    const place = { chainId: 1, domain: parseDomain('demo.eth'), label: parseLabel('reserved') } as const
    await reserveSubname(service().context, { caller: { apiKey }, ...place, address })
    const holder = wallet()
    const { subname } = await put({ label: 'reserved', holder, records: {} })
    expect(subname).toMatchObject({ holder, isClaimed: true })
  })

  it('a key that may only issue puts new names, and none that exist', async () => {
    const { apiKey: issuing } = await createKey(service(), { scopes: ['names:write'] })
    await put({ label: 'issuing', records: {} }, { apiKey: issuing })
    await expect(put({ label: 'issuing', records: {} }, { apiKey: issuing })).rejects.toMatchObject({
      name: 'MissingSignatureException',
    })
  })

  it('If-Match is compared with the state that is replaced', async () => {
    const details = await put({ label: 'matched', records: {} })
    const ifMatch = { match: [subnameEtag(details)] }
    await put({ label: 'matched', records: {}, ifMatch })
    await expect(put({ label: 'matched', records: {}, ifMatch })).rejects.toMatchObject({
      name: 'PreconditionFailedException',
    })
    await expect(put({ label: 'absent', records: {}, ifMatch })).rejects.toMatchObject({
      name: 'SubnameNotFoundException',
    })
  })

  it('texts that are kept stay beside a supplied list, at the same time as other writes', async () => {
    await put({ label: 'kept', records: {} })
    const keys = Array.from({ length: 6 }, (_, index) => `key${index}`)
    await Promise.all(
      keys.map((key) =>
        put({
          label: 'kept',
          records: { texts: [{ key, value: 'set' }] },
          keepsText: (stored) => stored !== key,
        }),
      ),
    )
    const { subname } = await put({ label: 'kept', records: {} })
    expect(subname.records.texts.map(({ key }) => key).toSorted()).toEqual(keys)
  })

  describe('isOnlyOfHolder of addSubname', () => {
    it('of several names at the same time, one is issued', async () => {
      const holder = createWallet().address
      const add = (label: string) =>
        addSubname(service().context, {
          ...{ caller: { apiKey }, chainId: 1, holder },
          domain: parseDomain('demo.eth'),
          label: parseLabel(label),
          records: { addresses: [{ coinType: 60, address: holder }] },
          overrideSignature: true,
          assertInTransaction: assertOnlyOfHolder,
        })
      const labels = Array.from({ length: 5 }, (_, index) => `only${index}`)
      const outcomes = await Promise.allSettled(labels.map(add))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(HolderHasNameError)
    })
  })

  it('the log tells a change from a transfer', async () => {
    await put({ label: 'logged', holder: wallet(), records: {} })
    await put({ label: 'logged', records: { texts: [{ key: 'a', value: '1' }] } })
    await put({ label: 'logged', holder: wallet(), records: {} })
    expect(await eventsOf('logged')).toEqual(['subname.issued', 'subname.changed', 'subname.transferred'])
  })
})
