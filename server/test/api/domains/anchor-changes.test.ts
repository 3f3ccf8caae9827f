import { afterAll, beforeAll, expect, it } from 'vitest'
import { changesSince } from '../../../src/core/domains/anchor.ts'
import {
  changeRecipient,
  noteAnchorOnChain,
  switchAnchorOff,
  switchAnchorOn,
} from '../../../src/core/domains/anchor-events.ts'
import { findMissingTrees } from '../../../src/core/health/seal-reasons.ts'
import { addSealTree } from '../../../src/core/seals/add-tree.ts'
import { updateRecords } from '../../../src/core/subnames/change.ts'
import { requireSubname } from '../../../src/core/subnames/rules.ts'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { formatSealTrees } from '../../../src/model/seal.ts'
import { readEventBounds, sequenceEvents } from '../../../src/store/entities/events.ts'
import {
  countStoredSeals,
  selectSetKeys,
  selectSets,
  summarizeSets,
} from '../../../src/store/entities/sealed-domains.ts'
import { saveSealTrees, writeSealedSet, writeSeals } from '../../../src/store/entities/seals.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { seedSubname } from '../../support/entities/subnames.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

const holder = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

describeOnEachDatabase('What changes of a domain that is published as files', (databases) => {
  let started: TestService | undefined
  beforeAll(async () => {
    started = await startTestService(await databases.createMigrated())
  })
  afterAll(() => started?.stop())
  const context = () => {
    if (!started) throw new Error('The service runs in tests only.')
    return started.context
  }
  const onboard = () => {
    if (!started) throw new Error('The service runs in tests only.')
    return started.onboard()
  }

  const newest = async (): Promise<number> => {
    await sequenceEvents(context().store)
    return (await readEventBounds(context().store.db)).newest
  }
  const anchorEvents = async ({ name }: Domain) => {
    const { db } = context().store
    await sequenceEvents(context().store)
    const rows = await db.selectFrom('eventLog').select('type').where('name', '=', name).execute()
    return rows.map(({ type }) => type).filter((type) => type.startsWith('domain.anchor_'))
  }

  it('rule: names count that differ, and not events', async () => {
    if (!started) throw new Error('The service runs in tests only.')
    const domain = await onboard()
    for (const label of ['a', 'b']) await seedSubname(started, domain, label)
    const eventSequence = await newest()
    const counted = () => changesSince(context(), domain, { eventSequence })
    expect(await counted()).toEqual({ changesSince: 0, isChangesSinceExact: true })
    const change = async (label: string, value: string) => {
      const { subname } = await requireSubname(context(), 1, normalizeName(`${label}.${domain.name}`))
      const texts = value === '' ? [] : [{ key: 'url', value }]
      await updateRecords(context(), { subname, change: (current) => ({ ...current.records, texts }) })
    }
    for (const value of ['https://1.example', 'https://2.example', 'https://3.example'])
      await change('a', value)
    expect((await counted()).changesSince).toBe(1)
    await change('b', 'x'.repeat(2000))
    expect((await counted()).changesSince).toBe(2)
    await change('a', '')
    expect((await counted()).changesSince).toBe(1)
    await seedSubname(started, domain, 'c')
    expect((await counted()).changesSince).toBe(2)
  })

  it('rule: on, off, the recipient and what the contract says are events, once each', async () => {
    const domain = await onboard()
    const onChain = { files: ['https://files.example/1'], anchor: holder, delay: 0 }
    for (let twice = 0; twice < 2; twice++) {
      await switchAnchorOn(context(), domain)
      await noteAnchorOnChain(context(), domain, onChain)
      await changeRecipient(context(), domain, 'age1abc')
    }
    await noteAnchorOnChain(context(), domain, { ...onChain, files: ['https://other.example/1'] })
    expect(await switchAnchorOff(context(), domain)).toBe(true)
    expect(await switchAnchorOff(context(), domain)).toBe(false)
    expect(await anchorEvents(domain)).toEqual([
      'domain.anchor_started',
      'domain.anchor_changed',
      'domain.anchor_changed',
      'domain.anchor_changed',
      'domain.anchor_stopped',
    ])
  })

  it('rule: seals, trees and sets of a domain are counted, and missing trees are named', async () => {
    if (!started) throw new Error('The service runs in tests only.')
    const { store } = context()
    const domain = await onboard()
    const { resolverId, key: domainKey } = domain
    for (const label of ['a', 'b', 'c']) await seedSubname(started, domain, label)
    const nodeOf = (index: number) => `0x${`${index}`.repeat(64)}` as const
    await store.transaction(async (tx) => {
      await writeSeals(tx, resolverId, [
        { node: nodeOf(1), holder, kind: 'account', sealSequence: 1n },
        { node: nodeOf(2), holder, kind: 'open', sealSequence: 1n },
      ])
      await saveSealTrees(tx, resolverId, formatSealTrees([{ root: nodeOf(3), depth: 0 }]))
    })
    expect(await countStoredSeals(store.db, { resolverId, most: 10 })).toBe(1)
    expect((await findMissingTrees(store.db)).map(({ root }) => root)).toContain(nodeOf(3))
    const stored = await addSealTree(context(), [
      { name: normalizeName(`a.${domain.name}`), holder, kind: 'account' },
    ])
    await store.transaction((tx) => saveSealTrees(tx, resolverId, formatSealTrees([stored])))
    expect((await findMissingTrees(store.db)).map(({ root }) => root)).not.toContain(nodeOf(3))

    const day = 86_400
    const now = 1_900_000_000
    for (const [label, validUntil] of [
      ['a', now],
      ['b', now + 14 * day],
      ['c', now + 14 * day + 1],
    ] as const) {
      const { subname } = await requireSubname(context(), 1, normalizeName(`${label}.${domain.name}`))
      const set = {
        holder,
        kind: 'account',
        sequence: 1n,
        validUntil,
        response: '0x01',
        storedAt: 0,
      } as const
      await store.transaction((tx) => writeSealedSet(tx, subname, set))
    }
    const all = { domainKey, now, soon: now + 14 * day }
    expect(await summarizeSets(store.db, { ...all, most: 10 })).toEqual({
      ...{ total: 3, ended: 1, ending: 1 },
      labels: ['a', 'b'],
    })
    expect((await summarizeSets(store.db, { ...all, most: 2 })).total).toBe(2)
    const keys = await selectSetKeys(store.db, { domainKey, now, most: 10 })
    expect((await selectSets(store.db, keys)).map(({ label }) => label).toSorted()).toEqual(['b', 'c'])
  })
})
