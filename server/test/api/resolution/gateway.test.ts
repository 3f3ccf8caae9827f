import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { addSubname, newSubname } from '../../support/databases/entities.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import {
  addressCall,
  decodeResponse,
  encodeLookup,
  getLookup,
  postLookup,
  resolveAddress,
  resolveText,
} from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('The gateway', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']

  /** A name with an Ethereum address and a text, and the call data that reads its address. */
  const issueName = async (label: string, domain: Domain = service().demo[1]) => {
    const holder = createWallet()
    const text = [{ key: 'url', value: 'https://a.example' }]
    const { ens: name } = await seedSubname(service(), domain, label, {
      addresses: [ethereumAddress(holder.address)],
      text,
    })
    return { name, holder, callData: encodeLookup(name, addressCall(name)) }
  }

  it('200 for a name that was added, signed for the resolver', async () => {
    const { name, holder } = await issueName('alice')
    expect(await resolveAddress(service(), resolver(), name)).toBe(holder.address)
    expect(await resolveText(service(), resolver(), name, 'url')).toBe('https://a.example')
  })

  it('200 for every form of the request', async () => {
    const { callData } = await issueName('forms')
    const { id } = resolver()
    const { call } = service()
    const upperCase = `0x${callData.slice(2).toUpperCase()}`
    const body = { data: callData }
    const responses = [
      await call('GET', `/ccip/${id}/${zeroAddress}/${callData}`),
      await call('GET', `/ccip/${id}/${zeroAddress}/${callData}.json`),
      await call('GET', `/ccip/${id}/${zeroAddress}/${upperCase}.json`),
      await call('GET', `/ccip/${id}/REDACTED/${callData}.json`),
      await call('POST', `/ccip/${id}`, { body }),
      await call('POST', `/ccip/${id}`, { body: { ...body, sender: 'REDACTED' } }),
      await call('POST', `/ccip/${id}`, { body: { data: upperCase, sender: zeroAddress } }),
      await call('POST', `/ccip/${id}/${zeroAddress}`, { body }),
    ]
    const results = await Promise.all(
      responses.map((response) => decodeResponse(resolver(), callData, response)),
    )
    expect(new Set(results.map(({ result }) => result)).size).toBe(1)
  })

  it.each([
    [1, 'chain-bound'],
    [1, 'published'],
    [11155111, 'chain-bound'],
    [11155111, 'published'],
  ] as const)('rule: on chain %i, the %s digest of the resolver entry is signed', async (chainId, scheme) => {
    const domain = await service().onboard({ chainId, scheme })
    const { name, holder } = await issueName('signed', domain)
    expect(await resolveAddress(service(), service().resolvers[chainId][scheme], name)).toBe(holder.address)
  })

  it('rule: a response is valid for five minutes at most, and for half of that at least', async () => {
    const { callData } = await issueName('lifetime')
    const { expires } = await decodeResponse(
      resolver(),
      callData,
      await postLookup(service(), resolver(), callData),
    )
    const left = expires - Date.now() / 1000
    expect(left).toBeLessThanOrEqual(300)
    expect(left).toBeGreaterThan(140)
  })

  it('rule: the lookup after an update has the new value', async () => {
    const { name, holder } = await issueName('fresh')
    const headers = await signedHeaders(holder, { chainId: 1 })
    for (const value of Array.from({ length: 25 }, (_, index) => `https://a.example/${index}`)) {
      const body = { ...subnameBody(service().demo[1], 'fresh'), text: [{ key: 'url', value }] }
      dataOf(await service().call('POST', '/ens/v1/subname/update', { headers, body }))
      expect(await resolveText(service(), resolver(), name, 'url')).toBe(value)
    }
  })

  it('rule: a revoked name resolves to empty immediately', async () => {
    const { call, demo, key } = service()
    const { name, holder } = await issueName('revoked')
    expect(await resolveAddress(service(), resolver(), name)).toBe(holder.address)
    const headers = { 'x-api-key': key, ...(await signedHeaders(holder, { chainId: 1 })) }
    dataOf(await call('POST', '/ens/v1/subname/revoke', { headers, body: subnameBody(demo[1], 'revoked') }))
    expect(await resolveAddress(service(), resolver(), name)).toBe(zeroAddress)
  })

  it('rule: a reserved name resolves to empty', async () => {
    const { context, demo } = service()
    const { holder } = await issueName('owner')
    const reserved = newSubname(demo[1], 'reserved', {
      isClaimed: false,
      claimedAt: null,
      records: {
        ...emptyRecords,
        texts: [{ key: 'url', value: 'https://a.example' }],
        addresses: [{ coinType: 60, address: holder.address }],
      },
    })
    await addSubname(context.store, reserved)
    expect(await resolveAddress(service(), resolver(), reserved.name)).toBe(zeroAddress)
    expect(await resolveText(service(), resolver(), reserved.name, 'url')).toBe('')
  })

  it.each(['nobody.demo.eth', 'demo.eth', 'a.b.nobody.demo.eth'])('200 and empty for %s', async (name) => {
    expect(await resolveAddress(service(), resolver(), name)).toBe(zeroAddress)
    expect(await resolveText(service(), resolver(), name, 'url')).toBe('')
  })

  it.each(['alice.nowhere.eth', 'nowhere.eth', 'eth', 'xdemo.eth'])(
    '404 for %s, which is not below a domain of this resolver',
    async (name) => {
      const callData = encodeLookup(name, addressCall(name))
      expectError(await postLookup(service(), resolver(), callData), 404, 'NotFoundException')
      expectError(await getLookup(service(), resolver(), callData), 404, 'NotFoundException')
    },
  )

  it('404 for a domain of another resolver, of the same chain or of the other one', async () => {
    const { onboard, resolvers } = service()
    const domain = await onboard({ scheme: 'published' })
    const { callData } = await issueName('elsewhere', domain)
    for (const other of [resolvers[1]['chain-bound'], resolvers[11155111].published])
      expectError(await postLookup(service(), other, callData), 404, 'NotFoundException')
  })

  it('404 for an unknown resolver id', async () => {
    const { callData } = await issueName('nowhere')
    for (const id of ['none', `${resolver().id}0`, encodeURIComponent('../ens')]) {
      expectError(await postLookup(service(), { id }, callData), 404, 'NotFoundException')
      expectError(await getLookup(service(), { id }, callData), 404, 'NotFoundException')
    }
  })

  it('rule: concurrent lookups never get 429', async () => {
    const { name, callData } = await issueName('popular')
    const others = Array.from({ length: 100 }, (_, index) =>
      encodeLookup(name, encodeTextCall(name, `key-${index}`)),
    )
    const lookups = [...others, ...others, ...Array(100).fill(callData)]
    const responses = await Promise.all(lookups.map((data) => postLookup(service(), resolver(), data)))
    expect(responses.map(({ status }) => status)).toEqual(Array(300).fill(200))
  })

  it('rule: responses are readable from every origin and not cached by intermediaries', async () => {
    const { callData } = await issueName('headers')
    for (const send of [getLookup, postLookup])
      for (const data of [callData, '0x']) {
        const { headers } = await send(service(), resolver(), data)
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('cache-control')).toBe('no-store')
      }
  })
})
