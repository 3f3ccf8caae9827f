import { expect, it } from 'vitest'
import { ethCoinType } from '../../../src/ens/coin-types.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { deleteSubname, updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import { searchLabels } from '../../../src/store/listing/search.ts'
import { countSubnames, readNames, selectSubnamesInOrder } from '../../../src/store/listing/subnames.ts'
import {
  addSubname,
  insertSubname,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { issueSubname } from '../../support/events/event-log.ts'
import { storedDomain } from './compare.ts'

const everything = { orderBy: 'createdAt', direction: 'asc', offset: 0, limit: 100 } as const

describeOnEachStore('searching subnames', (store) => {
  const addAll = async (domain: Domain, labels: readonly string[]) => {
    for (const [createdAt, label] of labels.entries())
      await issueSubname(store(), newSubname(domain, label, { createdAt }), domain.workspaceId)
  }

  const found = async (domain: Domain, search: string) => {
    const filter = { chainId: 1, domains: [await storedDomain(store(), domain)], search }
    const { items: listed } = await selectSubnamesInOrder(store().db, filter, everything)
    expect(await countSubnames(store().db, filter)).toEqual({ count: listed.length, isExact: true })
    return listed.map(({ label }) => label)
  }

  it.each([
    ['three or more characters anywhere in the label', 'lic', ['alice', 'malice']],
    ['one or two characters at the start of the label', 'al', ['alice', 'albert']],
    ['a single character', 'm', ['malice', 'm']],
    ['a text that only repeats the trigrams of a name', 'icealice', []],
    ['nothing of the kind', 'xyz', []],
    ['no name by its domain', 'eth', []],
    ['emoji', '🦄🦄🦄', ['🦄🦄🦄']],
    ['one emoji at the start', '🦄', ['🦄🦄🦄']],
    ['another script', 'имя', ['имя']],
    ['quotes', '"\'"', []],
    ['an operator of the index', 'a AND b', []],
    ['the wildcard %', 'a%e', []],
    ['the wildcard _', '_ice', []],
    ['a wildcard alone', '%', []],
    ['a backslash', 'a\\l', []],
    ['a text longer than any name', 'a'.repeat(1000), []],
  ])('rule: a search finds %s', async (_, text, expected) => {
    const { domain } = await onboardDomain(store())
    await addAll(domain, ['alice', 'malice', 'albert', 'ice', 'm', '🦄🦄🦄', 'имя'])
    expect(await found(domain, text)).toEqual(expected)
  })

  it('rule: a search with more matches than the index is used for finds all of them in order', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    await addSubname(store(), newSubname(other, 'uncommon', { createdAt: 5 }))
    const subnames = Array.from({ length: 1100 }, (_, index) =>
      newSubname(domain, `${index}-common`, { createdAt: 1_000_000 + index }),
    )
    await store().transaction(async (tx) => {
      for (const subname of subnames) await insertSubname(tx, subname, { policyVersion: 0 })
    })
    const search = 'common'
    const { items: newest } = await selectSubnamesInOrder(
      store().db,
      { chainId: 1, search },
      { ...everything, direction: 'desc', limit: 2 },
    )
    expect(newest.map(({ label }) => label)).toEqual(['1099-common', '1098-common'])
    expect(await countSubnames(store().db, { chainId: 1, search })).toEqual({ count: 1101, isExact: true })
    expect(await countSubnames(store().db, { chainId: 1, domains: [other, domain], search })).toEqual({
      count: 1101,
      isExact: true,
    })
    expect(await countSubnames(store().db, { chainId: 1, domains: [other], search })).toEqual({
      count: 1,
      isExact: true,
    })
  })

  it('rule: a removed name is not found, and a new one of that name once', async () => {
    const { domain } = await onboardDomain(store())
    const subname = newSubname(domain, 'phoenix')
    await addSubname(store(), subname)
    await store().transaction((tx) => deleteSubname(tx, subname))
    expect(await found(domain, 'hoeni')).toEqual([])
    await addSubname(store(), newSubname(domain, 'phoenix'))
    expect(await found(domain, 'hoeni')).toEqual(['phoenix'])
  })

  it('rule: a rejected duplicate is indexed once', async () => {
    const { domain } = await onboardDomain(store())
    await addSubname(store(), newSubname(domain, 'double'))
    expect(await addSubname(store(), newSubname(domain, 'double'))).toBe(false)
    expect(await found(domain, 'double')).toEqual(['double'])
  })

  const labelled = async (domain: Domain, label: string, part = { offset: 0, limit: 100 }) => {
    const search = { chainId: 1, domains: [await storedDomain(store(), domain)], label }
    const names = await readNames(store().db, await searchLabels(store().db, search, part))
    return names.map((name) => name.split('.')[0])
  }

  it('rule: the label itself comes first, then labels that begin with the text by label, then those that contain it, newest first', async () => {
    const { domain } = await onboardDomain(store())
    await addAll(domain, ['malice', 'alicia', 'xalix', 'ali-x', 'ali', 'alix', '1ali', 'al', 'bali'])
    const order = ['ali', 'ali-x', 'alicia', 'alix', 'bali', '1ali', 'xalix', 'malice']
    expect(await labelled(domain, 'ali')).toEqual(order)
    for (let offset = 0; offset < order.length + 2; offset++)
      for (const limit of [1, 2, 5])
        expect(await labelled(domain, 'ali', { offset, limit })).toEqual(order.slice(offset, offset + limit))
    expect(await labelled(domain, 'al')).toEqual(['al', 'ali', 'ali-x', 'alicia', 'alix'])
  })

  it.each(['a%e', '_ice', '%', 'a\\l', '"\'"', 'a AND b', 'a'.repeat(1000)])(
    'rule: %j is searched literally',
    async (text) => {
      const { domain } = await onboardDomain(store())
      await addAll(domain, ['alice', 'malice'])
      expect(await labelled(domain, text)).toEqual([])
    },
  )

  it('rule: an address finds the names that have it as their address of that coin type, oldest first', async () => {
    const { domain } = await onboardDomain(store(), { chainId: 11155111 })
    const address = randomHex(20)
    const withAddress = (coinType: number) => ({ ...emptyRecords, addresses: [{ coinType, address }] })
    const add = async (label: string, createdAt: number, coinType: number) => {
      const subname = newSubname(domain, label, { createdAt, records: withAddress(coinType) })
      await addSubname(store(), subname)
      return subname
    }
    const first = await add('first', 1, ethCoinType)
    await add('second', 2, ethCoinType)
    await add('elsewhere', 3, 0)
    const labels = async (chainId: number, coinType: number) => {
      const { items: listed } = await selectSubnamesInOrder(
        store().db,
        { chainId, coin: { coinType, address } },
        everything,
      )
      return listed.map(({ label }) => label)
    }
    expect(await labels(11155111, ethCoinType)).toEqual(['first', 'second'])
    expect(await labels(11155111, 0)).toEqual(['elsewhere'])
    expect(await labels(1, ethCoinType)).toEqual([])

    const update = { subname: first, records: withAddress(0), updatedAt: 9 }
    await store().transaction((tx) => updateSubnameRecords(tx, update))
    expect(await labels(11155111, ethCoinType)).toEqual(['second'])
    expect(await labels(11155111, 0)).toEqual(['first', 'elsewhere'])
  })
})
