import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyRecords, type Records } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { indexedAddresses } from '../../../src/store/entities/address-index.ts'
import {
  deleteSubname,
  findSubname,
  keyOfDomain,
  updateSubnameRecords,
} from '../../../src/store/entities/subnames.ts'
import {
  addSubname,
  insertSubname,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function someRecords(): Records {
  return {
    ...emptyRecords,
    texts: [
      { key: 'url', value: 'https://acme.example' },
      { key: 'avatar', value: 'eip155:1/erc721:0x00/1' },
    ],
    addresses: [
      { coinType: 2147492101, address: randomHex(20) },
      { coinType: 60, address: randomHex(20) },
      { coinType: 0, address: randomHex(25) },
    ],
    contenthash: randomHex(38),
  }
}

describeOnEachStore('subnames', (store) => {
  const addressRows = async ({ id }: Domain) => {
    const { rows } = await sql<{ hash: string; coinType: number }>`
      select cast(address_hash as text) as hash, coin_type from subname_addresses
      where domain_key = ${keyOfDomain(id)} order by coin_type
    `.execute(store().db)
    return rows
  }

  const addressRowsOf = ({ addresses }: Records) =>
    indexedAddresses(addresses).toSorted((a, b) => a.coinType - b.coinType)

  it('rule: a subname is found by chain and name as it was inserted, its records in their order', async () => {
    const { domain } = await onboardDomain(store())
    const claimed = newSubname(domain, 'alice', { records: someRecords() })
    const reserved = newSubname(domain, 'bob', { isClaimed: false, claimedAt: null })
    expect(await addSubname(store(), claimed)).toBe(true)
    expect(await addSubname(store(), reserved)).toBe(true)
    expect(await findSubname(store().db, domain.chainId, claimed.name)).toEqual(claimed)
    expect(await findSubname(store().db, domain.chainId, reserved.name)).toEqual(reserved)
    expect(await findSubname(store().db, domain.chainId, domain.name)).toBeUndefined()
    expect(await findSubname(store().db, 11155111, claimed.name)).toBeUndefined()
  })

  it('rule: a taken name is rejected without a change, and the transaction continues', async () => {
    const { domain } = await onboardDomain(store())
    const first = newSubname(domain, 'alice', { records: someRecords() })
    const second = newSubname(domain, 'alice', { records: someRecords() })
    const other = newSubname(domain, 'bob')
    await addSubname(store(), first)
    const inserted = await store().transaction(async (tx) => [
      await insertSubname(tx, second, { policyVersion: 0 }),
      await insertSubname(tx, other, { policyVersion: 0 }),
    ])
    expect(inserted).toEqual([false, true])
    expect(await findSubname(store().db, domain.chainId, first.name)).toEqual(first)
    expect(await addressRows(domain)).toEqual(addressRowsOf(first.records))
  })

  it('rule: the index of addresses follows insert, update and delete', async () => {
    const { domain } = await onboardDomain(store(), { chainId: 11155111 })
    const subname = newSubname(domain, 'alice', { records: someRecords() })
    await addSubname(store(), subname)
    expect(await addressRows(domain)).toEqual(addressRowsOf(subname.records))

    const records = { ...emptyRecords, addresses: [{ coinType: 60, address: randomHex(20) }] }
    await store().transaction((tx) => updateSubnameRecords(tx, { subname, records, updatedAt: 1 }))
    expect(await addressRows(domain)).toEqual(addressRowsOf(records))

    await store().transaction((tx) => deleteSubname(tx, { ...subname, version: 2 }))
    expect(await addressRows(domain)).toEqual([])
  })

  it('rule: 256 records of each kind keep their order', async () => {
    const { domain } = await onboardDomain(store())
    const numbers = Array.from({ length: 256 }, (_, index) => 255 - index)
    const records = {
      ...emptyRecords,
      texts: numbers.map((number) => ({ key: `key ${number}`, value: 'x'.repeat(16_384) })),
      addresses: numbers.map((number) => ({ coinType: 2 ** 32 - 1 - number, address: randomHex(32) })),
    }
    const subname = newSubname(domain, 'large', { records })
    await addSubname(store(), subname)
    expect(await findSubname(store().db, domain.chainId, subname.name)).toEqual(subname)
  })

  it.each([
    ['emoji and scripts', '🦄👩‍👩‍👧 名前 اسم नाम'],
    ['quotes and backslashes', `"'\\\n\t\r{}$1 ? --`],
    ['U+0000', 'before\u0000after'],
    ['an unpaired surrogate', 'half \ud83d of a pair'],
    ['combining forms, not normalized', 'e\u0301 \u00e9'],
  ])('rule: a text record keeps %s', async (_, value) => {
    const { domain } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice', {
      records: { ...emptyRecords, texts: [{ key: value, value }] },
    })
    await addSubname(store(), subname)
    expect(await findSubname(store().db, domain.chainId, subname.name)).toEqual(subname)
  })

  describe('updating records', () => {
    it('rule: an update replaces records, version and time, and nothing else', async () => {
      const { domain } = await onboardDomain(store())
      const subname = newSubname(domain, 'alice', { records: someRecords() })
      await addSubname(store(), subname)
      const records = someRecords()
      const update = { subname, records, updatedAt: 99 }
      expect(await store().transaction((tx) => updateSubnameRecords(tx, update))).toBe(true)
      expect(await findSubname(store().db, domain.chainId, subname.name)).toEqual({
        ...subname,
        records,
        version: 2,
        updatedAt: 99,
      })
    })

    it('rule: an update of an older version changes nothing', async () => {
      const { domain } = await onboardDomain(store())
      const subname = newSubname(domain, 'alice', { version: 7, records: someRecords() })
      await addSubname(store(), subname)
      const update = { subname: { ...subname, version: 6 }, records: emptyRecords, updatedAt: 99 }
      expect(await store().transaction((tx) => updateSubnameRecords(tx, update))).toBe(false)
      expect(await findSubname(store().db, domain.chainId, subname.name)).toEqual(subname)
      expect(await addressRows(domain)).toHaveLength(3)
    })

    it('rule: updating a deleted subname changes nothing', async () => {
      const { domain } = await onboardDomain(store())
      const update = { subname: newSubname(domain, 'nothing'), records: emptyRecords, updatedAt: 99 }
      expect(await store().transaction((tx) => updateSubnameRecords(tx, update))).toBe(false)
    })
  })

  describe('deleting', () => {
    it('rule: deleting returns the last state once, and the name is free again', async () => {
      const { domain } = await onboardDomain(store())
      const subname = newSubname(domain, 'alice', { records: someRecords() })
      await addSubname(store(), subname)
      const deleteOnce = () => store().transaction((tx) => deleteSubname(tx, subname))
      expect(await deleteOnce()).toEqual(subname)
      expect(await deleteOnce()).toBeUndefined()
      expect(await findSubname(store().db, domain.chainId, subname.name)).toBeUndefined()
      expect(await addSubname(store(), newSubname(domain, 'alice'))).toBe(true)
    })
  })
})
