import fc from 'fast-check'
import { expect } from 'vitest'
import { emptyRecords, type Records } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { reassignDomain, writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { decrementSubnameCount } from '../../../src/store/entities/domains.ts'
import { claimSubname, deleteSubname, updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { issueSubname } from '../../support/events/event-log.ts'
import type { Model } from './model.ts'

/** Few characters, so that names share substrings; some are special in SQL. */
export const text = fc
  .array(fc.constantFrom('a', 'b', '-', '_', '%', '🦄', 'ж'), { minLength: 1, maxLength: 5 })
  .map((characters) => characters.join(''))

export const coinType = fc.constantFrom(60, 0)

export const address = fc.nat(3).map((number) => `0x${number.toString(16).padStart(40, '0')}` as const)

/** The last one is stored apart. */
export const textValues = ['Lisbon', 'a "quoted" Lisboa', '東京都', 'word '.repeat(2000)]

/** One operation, with the fields of all kinds. */
export interface Operation {
  readonly name: keyof typeof operations
  /** The index of a domain or subname, modulo their number. */
  readonly index: number
  readonly label: string
  readonly isSet: boolean
  readonly records: Records
}

export const operation: fc.Arbitrary<Operation> = fc.record({
  name: fc.constantFrom('issue', 'issue', 'issue', 'update', 'claim', 'remove', 'block', 'delete'),
  index: fc.nat(100),
  label: text,
  isSet: fc.boolean(),
  records: fc
    .record({
      address: fc.record({ coinType, address }),
      texts: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom('description', 'url', 'avatar'),
          value: fc.constantFrom(...textValues),
        }),
        { maxLength: 2, selector: ({ key }) => key },
      ),
    })
    .map(({ address, texts }) => ({ ...emptyRecords, addresses: [address], texts })),
})

function itemAt<T>(items: Iterable<T>, index: number): T | undefined {
  const list = [...items]
  return list[index % Math.max(1, list.length)]
}

function pickDomain({ domains }: Model, { index }: Operation): Domain {
  const domain = itemAt(domains.values(), index)
  if (!domain) throw new Error('A model has domains.')
  return domain
}

type ApplyOperation = (store: Store, model: Model, operation: Operation, now: number) => Promise<void>

/** An operation on a subname; skipped while no subname exists. */
function onSubname(
  apply: (store: Store, model: Model, subname: Subname, operation: Operation, now: number) => Promise<void>,
): ApplyOperation {
  return async (store, model, operation, now) => {
    const subname = itemAt(model.subnames.values(), operation.index)
    if (subname) await apply(store, model, subname, operation, now)
  }
}

/** Applies each operation to a store and to the model. */
export const operations = {
  issue: async (store, model, operation, now) => {
    const { label, records, isSet: isClaimed } = operation
    const domain = pickDomain(model, operation)
    const claimedAt = isClaimed ? now : null
    const subname = newSubname(domain, label, { createdAt: now >> 2, isClaimed, claimedAt, records })
    const isTaken = [...model.subnames.values()].some(({ name }) => name === subname.name)
    const isClosed = domain.isBlocked || domain.deletedAt !== null
    const expected = isTaken ? 'taken' : isClosed ? 'no-capacity' : 'issued'
    expect(await issueSubname(store, subname, model.domain(subname).workspaceId)).toBe(expected)
    if (expected === 'issued') model.put(subname)
  },
  update: onSubname(async (store, model, subname, { records }, now) => {
    const update = { subname, records, updatedAt: now }
    await store.transaction((tx) => updateSubnameRecords(tx, update))
    model.put({ ...subname, records, version: subname.version + 1, updatedAt: now })
  }),
  claim: onSubname(async (store, model, subname, _operation, now) => {
    const { holder } = subname
    await store.transaction((tx) => claimSubname(tx, { subname, holder, claimedAt: now }))
    if (!subname.isClaimed) model.put({ ...subname, claimedAt: now, isClaimed: true })
  }),
  remove: onSubname(async (store, model, subname) => {
    await store.transaction(async (tx) => {
      const removed = await deleteSubname(tx, subname)
      if (removed) await decrementSubnameCount(tx, removed)
    })
    model.remove(subname.id)
  }),
  block: async (store, model, operation, now) => {
    const domain = pickDomain(model, operation)
    const { isSet: isBlocked } = operation
    await store.transaction((tx) => setBlocked(tx, domain, { isBlocked, reason: null }, now))
    model.domains.set(domain.id, { ...domain, isBlocked, updatedAt: now })
  },
  delete: async (store, model, operation, now) => {
    const domain = pickDomain(model, operation)
    if (domain.deletedAt === null) {
      await store.transaction((tx) => writeDomain(tx, domain, { deletedAt: now }, now))
      model.domains.set(domain.id, { ...domain, deletedAt: now, updatedAt: now })
    } else {
      await store.transaction((tx) => reassignDomain(tx, domain, { ...domain, updatedAt: now }))
      model.domains.set(domain.id, { ...domain, deletedAt: null, updatedAt: now })
    }
  },
} as const satisfies Record<string, ApplyOperation>
