import { v7 as newId } from 'uuid'
import { namehash } from 'viem'
import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { PrimaryName } from '../../../src/model/primary-name.ts'
import {
  findPrimaryNameByAddress,
  findPrimaryNameByNode,
  savePrimaryName,
} from '../../../src/store/entities/primary-names.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function newPrimaryName(changes: Partial<PrimaryName> = {}): PrimaryName {
  const name = changes.name ?? `n${randomHex(8).slice(2)}.eth`
  return {
    id: newId(),
    chainId: 1,
    address: randomHex(20),
    name: normalizeName(name),
    node: namehash(name),
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  }
}

describeOnEachStore('primary names', (store) => {
  const save = (changes?: Partial<PrimaryName>) => savePrimaryName(store().db, newPrimaryName(changes))

  it('rule: a primary name is found by chain and address, and by chain and node', async () => {
    const given = newPrimaryName()
    expect(await savePrimaryName(store().db, given)).toEqual(given)
    expect(await findPrimaryNameByAddress(store().db, 1, given.address)).toEqual(given)
    expect(await findPrimaryNameByNode(store().db, 1, given.node)).toEqual(given)
    expect(await findPrimaryNameByAddress(store().db, 11155111, given.address)).toBeUndefined()
    expect(await findPrimaryNameByNode(store().db, 11155111, given.node)).toBeUndefined()
  })

  it('rule: an address has one primary name on each chain; a later one replaces it and keeps its id', async () => {
    const first = await save()
    const { address } = first
    const other = await save({ address, chainId: 11155111 })
    const second = await save({ address, createdAt: 2, updatedAt: 2 })
    expect(second).toMatchObject({ id: first.id, createdAt: 1, updatedAt: 2 })
    expect(await findPrimaryNameByAddress(store().db, 1, address)).toEqual(second)
    expect(await findPrimaryNameByNode(store().db, 1, first.node)).toBeUndefined()
    expect(await findPrimaryNameByAddress(store().db, 11155111, address)).toEqual(other)
  })

  it('rule: of several addresses with one primary name, the latest is found by its node', async () => {
    const { name } = await save({ updatedAt: 3 })
    const latest = await save({ name, updatedAt: 5 })
    await save({ name, updatedAt: 4 })
    expect(await findPrimaryNameByNode(store().db, 1, namehash(name))).toEqual(latest)
  })

  it('rule: of concurrent primary names of one address, one is stored as a whole', async () => {
    const address = randomHex(20)
    const saved = await Promise.all(Array.from({ length: 10 }, () => save({ address })))
    const kept = await findPrimaryNameByAddress(store().db, 1, address)
    expect(saved).toContainEqual(kept)
  })
})
