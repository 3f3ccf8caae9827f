import { expect, it } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('GET /ens/v1/subname/address', (service) => {
  const get = (path: string) => service().call('GET', `/ens/v1/subname/${path}`)

  const list = (address: string, query = '') => get(`address?chainId=1&address=${address}${query}`)

  const subnames = async (address: string, query = '') =>
    dataOf<{ subnames: readonly WireRecord[] }>(await list(address, query)).subnames

  const names = async (address: string, query = '') => (await subnames(address, query)).map(({ ens }) => ens)

  it('200 with the names of an address, newest first, each as it was added', async () => {
    const { demo } = service()
    const { address } = createWallet()
    const addresses = [ethereumAddress(address)]
    const first = await seedSubname(service(), demo[1], 'owned-first', { addresses })
    const second = await seedSubname(service(), demo[1], 'owned-second', { addresses })
    await seedSubname(service(), demo[1], 'owned-by-another')
    await seedSubname(service(), demo[11155111], 'owned-elsewhere', { addresses })
    expect(await subnames(address)).toEqual([second, first])
    expect(await subnames(address.toLowerCase())).toEqual([second, first])
    expect(await names(createWallet().address)).toEqual([])
  })

  it('rule: isClaimed lists claimed names only, or the invitations of an address', async () => {
    const { demo } = service()
    const { address } = createWallet()
    await seedSubname(service(), demo[1], 'mine', { addresses: [ethereumAddress(address)] })
    await seedReservation(service(), demo[1], 'invited', address)
    expect(await names(address, '&isClaimed=true')).toEqual(['mine.demo.eth'])
    expect(await names(address, '&isClaimed=false&coinType=60')).toEqual(['invited.demo.eth'])
    expect((await names(address)).toSorted()).toEqual(['invited.demo.eth', 'mine.demo.eth'])
  })

  it('rule: the newest 1000 names of an address are listed, and all of them page by page', async () => {
    const { context, onboard } = service()
    const domain = await onboard()
    const address = lowerCaseHex(createWallet().address)
    const records = { ...emptyRecords, addresses: [{ coinType: 60, address }] }
    const subnames = Array.from({ length: 1001 }, (_, createdAt) =>
      newSubname(domain, `n${createdAt}`, { createdAt, records }),
    )
    await insertSubnames(context.store, subnames)
    const listed = await names(address)
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([
      1000,
      `n1000.${domain.name}`,
      `n1.${domain.name}`,
    ])
    const last = await service().call(
      'GET',
      `/ens/v2/subnames/all?chainId=1&address=${address}&limit=100&page=11`,
    )
    expect(dataOf(last)).toMatchObject({
      data: [{ ens: `n0.${domain.name}` }],
      pagination: { totalCount: 1001 },
    })
  })

  it('rule: ensDomains lists names below these domains only', async () => {
    const { onboard } = service()
    const { address } = createWallet()
    const domains = [await onboard(), await onboard(), await onboard()]
    for (const domain of domains)
      await seedSubname(service(), domain, 'a', { addresses: [ethereumAddress(address)] })
    const [a = '', b = ''] = domains.map(({ name }) => name)
    expect(await names(address, `&ensDomains=${a.toUpperCase()}`)).toEqual([`a.${a}`])
    expect(await names(address, `&ensDomains=${a}&ensDomains=${b}`)).toEqual([`a.${b}`, `a.${a}`])
    expect(await names(address, '&ensDomains=nowhere.eth')).toEqual([])
  })

  it('rule: an address is searched among those of its coin type', async () => {
    const { demo } = service()
    const bitcoin = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
    const addresses = [ethereumAddress(createWallet().address), { coinType: 0, address: bitcoin }]
    await seedSubname(service(), demo[1], 'with-bitcoin', { addresses })
    expect(await names(bitcoin, '&coinType=0')).toEqual(['with-bitcoin.demo.eth'])
    expectError(await list(bitcoin), 400, 'InvalidRecordException')
  })

  it.each(['blocked', 'deleted'] as const)('rule: names of a %s domain are not listed', async (state) => {
    const domain = await service().onboard()
    const { address } = createWallet()
    await seedSubname(service(), domain, 'a', { addresses: [ethereumAddress(address)] })
    await blockOrDelete(service(), domain, state)
    expect(await names(address)).toEqual([])
    expect(await names(address, `&ensDomains=${domain.name}`)).toEqual([])
  })

  it.each([
    ['address=nobody&chainId=1', 'InvalidRecordException'],
    ['address=0x0000000000000000000000000000000000000001&chainId=5', 'UnsupportedChainException'],
    ['address=0x0000000000000000000000000000000000000001', 'BadRequestException'],
    ['chainId=1', 'BadRequestException'],
    ['address=0x0000000000000000000000000000000000000001&chainId=1&coinType=x', 'BadRequestException'],
    [
      'address=0x0000000000000000000000000000000000000001&chainId=1&coinType=4294967296',
      'BadRequestException',
    ],
    [
      'address=0x0000000000000000000000000000000000000001&chainId=1&ensDomains=a..eth',
      'InvalidNameException',
    ],
  ] as const)('400 for %s', async (query, wireName) =>
    expectError(await get(`address?${query}`), 400, wireName),
  )
})
